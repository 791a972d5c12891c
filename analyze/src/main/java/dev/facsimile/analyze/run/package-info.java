/**
 * The report on one run: a run folder is read once ({@link dev.facsimile.analyze.run.RunData}),
 * turned into figures ({@link dev.facsimile.analyze.run.RunReport}, which is also the JSON
 * document) and set as text for a terminal or as an HTML page.
 */
package dev.facsimile.analyze.run;
