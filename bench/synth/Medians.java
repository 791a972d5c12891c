import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.File;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** Prints the median, smallest and largest noise ratio of every judged axis over some fidelity reports. */
public class Medians {
  public static void main(String[] files) throws Exception {
    Map<String, List<Double>> ratios = new TreeMap<>();
    Map<String, Integer> grades = new TreeMap<>();
    for (String file : files) {
      JsonNode report = new ObjectMapper().readTree(new File(file));
      grades.merge(report.path("grade").asText("none"), 1, Integer::sum);
      for (JsonNode axis : report.path("axes")) {
        if (axis.path("status").asText().equals("judged")) {
          ratios
              .computeIfAbsent(axis.path("id").asText(), id -> new ArrayList<>())
              .add(axis.path("noise_ratio").asDouble());
        }
      }
    }
    System.out.println("grades: " + grades);
    ratios.forEach(
        (id, values) -> {
          values.sort(null);
          System.out.printf(
              Locale.ROOT,
              "%-14s median R %.2f, %.2f to %.2f (%d judged)%n",
              id,
              (values.get((values.size() - 1) / 2) + values.get(values.size() / 2)) / 2,
              values.get(0),
              values.get(values.size() - 1),
              values.size());
        });
  }
}
