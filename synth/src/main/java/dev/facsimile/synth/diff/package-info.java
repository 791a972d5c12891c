/** How two models differ. */
package dev.facsimile.synth.diff;
