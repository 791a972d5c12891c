/**
 * What-ifs: changes of a model, or of the course of a workload, that a person asks for. One file
 * for each and one line in {@link dev.facsimile.synth.whatif.WhatIfs}. None of them touches a row.
 */
package dev.facsimile.synth.whatif;
