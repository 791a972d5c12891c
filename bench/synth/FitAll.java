import dev.facsimile.synth.fit.TraceFit;
import dev.facsimile.synth.model.TrafficModel;
import dev.facsimile.trace.Progress;
import dev.facsimile.trace.approval.Admission;
import dev.facsimile.trace.file.InputException;
import dev.facsimile.trace.file.TraceFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalInt;

/** Fits traces, each once plainly and once with a minimum count of 20, and writes the models and how well they redraw: arguments FOLDER TRACE... */
public class FitAll {
  public static void main(String[] args) throws Exception {
    Path folder = Files.createDirectories(Path.of(args[0]));
    for (int i = 1; i < args.length; i++) {
      Path path = Path.of(args[i]);
      for (OptionalInt minCount : new OptionalInt[] {OptionalInt.empty(), OptionalInt.of(20)}) {
        String name = i + "-" + path.getFileName() + (minCount.isPresent() ? ".shareable" : "");
        try {
          TraceFit.Fitted fitted = new TraceFit(TraceFile.open(path), Progress.SILENT, minCount).fit(Admission.CARRIED);
          fitted.model().write(folder.resolve(name + ".model.json"));
          Files.writeString(folder.resolve(name + ".goodness.txt"), fitted.goodness().toString());
        } catch (InputException e) {
          Files.writeString(folder.resolve(name + ".refused.txt"), e.getMessage());
        }
      }
    }
  }
}
