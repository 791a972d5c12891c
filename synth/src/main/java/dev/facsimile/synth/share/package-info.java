/**
 * Models that may be handed on: a fitted model in which every number tells of a minimum count of
 * requests and every example is drawn from such numbers, and a fit with differential privacy.
 */
package dev.facsimile.synth.share;
