package dev.facsimile.analyze.report;

/** A picture in a report. It is drawn to be readable from 360 pixels of width on. */
public interface Chart {
  /** What it shows, a few words. */
  String title();

  /** How to read it and what it says, a sentence or two; also read out instead of the picture. */
  String description();

  /** The picture: one whole {@code svg} element, coloured by the page's style sheet. */
  String svg();
}
