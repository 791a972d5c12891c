/**
 * A trace in two halves by whole sessions: one to fit a model on, one to judge what it generates.
 */
package dev.facsimile.analyze.holdout;
