/**
 * What a workload is to be in time beyond its model: shapes of the session rate, another reading of
 * the source's clock, retries, copies of one prompt, phases. Plain records that know nothing of
 * models.
 */
package dev.facsimile.synth.course;
