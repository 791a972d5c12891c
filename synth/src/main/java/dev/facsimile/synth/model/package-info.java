/**
 * What a model file holds: per request class the marginals and the copula of its lengths, the
 * cascade of its arrivals, the mix of its other fields and its prefix reuse. Plain records, written
 * as readable JSON; fitting and drawing happen elsewhere.
 */
package dev.facsimile.synth.model;
