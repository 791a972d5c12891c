package dev.facsimile.cli;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.library.GeneralCodingRules;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The fences between the rooms. */
class ArchitectureTest {
  private static final List<String> ROOMS =
      List.of("ingest", "anonymize", "synth", "replay", "analyze");

  private static JavaClasses classes;

  @BeforeAll
  static void scan() {
    classes =
        new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            // Once packaged, the tests that modules share are a jar, which the option above misses.
            .withImportOption(location -> !location.contains("-tests.jar"))
            .importPackages("dev.facsimile");
  }

  @Test
  void theScanSawEveryModule() {
    for (String module : ROOMS) {
      assertSeen(module);
    }
    assertSeen("trace");
    assertSeen("cli");
  }

  private static void assertSeen(String module) {
    assertTrue(
        classes.stream().anyMatch(c -> c.getPackageName().startsWith("dev.facsimile." + module)),
        module + " was not scanned");
  }

  @Test
  void packagesHaveNoCycles() {
    slices().matching("dev.facsimile.(**)").should().beFreeOfCycles().check(classes);
  }

  @Test
  void roomsDoNotKnowEachOther() {
    for (String room : ROOMS) {
      String[] others =
          ROOMS.stream()
              .filter(other -> !other.equals(room))
              .map(other -> "dev.facsimile." + other + "..")
              .toArray(String[]::new);
      noClasses()
          .that()
          .resideInAPackage("dev.facsimile." + room + "..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(others)
          .check(classes);
    }
  }

  @Test
  void theHallKnowsNoRoomAndNobodyKnowsTheCommands() {
    String[] rooms =
        ROOMS.stream().map(room -> "dev.facsimile." + room + "..").toArray(String[]::new);
    noClasses()
        .that()
        .resideInAPackage("dev.facsimile.trace..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(rooms)
        .check(classes);
    noClasses()
        .that()
        .resideOutsideOfPackage("dev.facsimile.cli..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("dev.facsimile.cli..", "picocli..")
        .check(classes);
  }

  @Test
  void onlyTheCommandsPrint() {
    noClasses()
        .that()
        .resideOutsideOfPackage("dev.facsimile.cli..")
        .should(GeneralCodingRules.ACCESS_STANDARD_STREAMS)
        .check(classes);
  }
}
