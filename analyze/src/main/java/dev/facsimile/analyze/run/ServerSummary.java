package dev.facsimile.analyze.run;

import java.util.ArrayList;
import java.util.List;

/**
 * What one server or GPU told of itself, in a few figures.
 *
 * @param figure which
 * @param source who told it
 * @param mean over its samples
 * @param max largest
 * @param first at the start
 * @param last at the end
 */
record ServerSummary(
    ServerFigure figure, String source, double mean, double max, double first, double last) {

  static List<ServerSummary> all(ServerSeries server) {
    List<ServerSummary> all = new ArrayList<>();
    for (ServerFigure figure : ServerFigure.values()) {
      for (ServerSeries.Line line : server.lines(figure)) {
        all.add(
            new ServerSummary(
                figure, line.source(), line.mean(), line.max(), line.first(), line.last()));
      }
    }
    return all;
  }
}
