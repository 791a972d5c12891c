package dev.facsimile.spark.paths;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.facsimile.spark.ElsewhereFileSystem;
import dev.facsimile.trace.file.AtomicFile;
import dev.facsimile.trace.file.InputException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClusterPathsTest {
  @TempDir private Path folder;

  private ClusterPaths paths;

  @BeforeEach
  void configure() {
    paths = paths(true);
  }

  private ClusterPaths paths(boolean permissions) {
    Configuration configuration = new Configuration();
    configuration.set("fs.elsewhere.impl", ElsewhereFileSystem.class.getName());
    configuration.setBoolean("fs.elsewhere.impl.disable.cache", true);
    configuration.set(ElsewhereFileSystem.FOLDER, folder.toString());
    configuration.setBoolean(ElsewhereFileSystem.PERMISSIONS, permissions);
    return ClusterPaths.of(configuration);
  }

  private Path there(String inside) {
    return paths.path("elsewhere:///" + inside);
  }

  @Test
  void aTextWithoutASchemeIsAPathOfThisMachine() {
    assertEquals(Path.of("logs/x.jsonl"), paths.path("logs/x.jsonl"));
    assertEquals(Path.of("/logs/x y"), paths.path("file:///logs/x y"));
    assertEquals(Path.of("/logs/x"), paths.path("file:/logs/x"));
  }

  @Test
  void aSchemeThatNobodyKnowsIsRefusedInASentence() {
    InputException refused =
        assertThrows(InputException.class, () -> paths.path("nowhere://nn/logs"));
    assertEquals(
        "nowhere://nn/logs: Spark knows no file system of the scheme 'nowhere'",
        refused.getMessage());
  }

  @Test
  void aPathIsWrittenAsItWasNamedAndMadeAgainOfItsText() {
    Path path = there("logs/a b%20c/ü.jsonl");
    assertEquals("elsewhere:///logs/a b%20c/ü.jsonl", path.toString());
    assertEquals(path, paths.path(ClusterPaths.text(path)));
    assertEquals("ü.jsonl", path.getFileName().toString());
    assertEquals(there("logs"), path.getParent().getParent());
    assertEquals(there("logs/a b%20c/.ü.jsonl.tmp"), path.resolveSibling(".ü.jsonl.tmp"));
    assertEquals("a b%20c/ü.jsonl", there("logs").relativize(path).toString());
    assertEquals("../x", there("logs/y").relativize(there("logs/x")).toString());
    assertEquals(there("x"), there("logs/../x/.").normalize());
    assertThrows(UnsupportedOperationException.class, path::toFile);
  }

  @Test
  void aFileIsReadFromAnyPlaceOn() throws IOException {
    Files.writeString(there("x"), "0123456789");
    assertEquals("0123456789", Files.readString(folder.resolve("x")));
    try (SeekableByteChannel channel = Files.newByteChannel(there("x"))) {
      ByteBuffer four = ByteBuffer.allocateDirect(4);
      channel.position(7);
      assertEquals(3, channel.read(four));
      assertEquals('7', four.get(0));
      assertEquals(-1, channel.read(four));
      channel.position(2);
      assertEquals(1, channel.read(four));
      assertEquals('2', four.get(3));
      channel.position(100);
      assertEquals(-1, channel.read(ByteBuffer.allocate(1)));
      assertEquals(10, channel.size());
    }
  }

  @Test
  void aFinishedFileReplacesAnOlderOneAndOnlyItsOwnerMayReadIt() throws IOException {
    Files.writeString(there("x"), "old");
    try (AtomicFile file = AtomicFile.createPrivate(there("new/../x").normalize())) {
      Files.writeString(file.path(), "new");
      assertEquals("old", Files.readString(there("x")), "before it is whole");
      file.commit();
    }
    assertEquals("new", Files.readString(there("x")));
    assertEquals(
        PosixFilePermissions.fromString("rw-------"),
        Files.getPosixFilePermissions(folder.resolve("x")));
    assertEquals(
        PosixFilePermissions.fromString("rw-------"), Files.getPosixFilePermissions(there("x")));
    try (Stream<Path> left = Files.list(there(""))) {
      assertEquals(List.of(there("x")), left.toList());
    }
  }

  @Test
  void aStoreWithoutPermissionsIsWrittenToAllTheSame() throws IOException {
    paths = paths(false);
    try (AtomicFile file = AtomicFile.createPrivate(there("made/x"))) {
      Files.writeString(file.path(), "new");
      file.commit();
    }
    assertEquals("new", Files.readString(there("made/x")));
    assertTrue(Files.isReadable(there("made/x")));
    assertFalse(Files.getFileStore(there("made")).supportsFileAttributeView("posix"));
  }

  @Test
  void foldersAreWalkedAndMatched() throws IOException {
    Files.createDirectories(there("logs/deep"));
    Files.writeString(there("logs/a.jsonl"), "1");
    Files.writeString(there("logs/deep/b.jsonl"), "22");
    try (Stream<Path> all = Files.walk(there("logs"))) {
      List<Path> files = all.filter(Files::isRegularFile).sorted().toList();
      assertEquals(List.of(there("logs/a.jsonl"), there("logs/deep/b.jsonl")), files);
      assertEquals(2, Files.size(files.get(1)));
    }
    Path glob = there("logs/*.jsonl");
    var matcher = glob.getFileSystem().getPathMatcher("glob:" + glob);
    assertTrue(matcher.matches(there("logs/a.jsonl")));
    assertFalse(matcher.matches(there("logs/deep/b.jsonl")));
  }

  @Test
  void failuresHaveTheNamesThatJavaGivesThem() throws IOException {
    assertThrows(NoSuchFileException.class, () -> Files.readString(there("none")));
    assertThrows(NoSuchFileException.class, () -> Files.delete(there("none")));
    assertFalse(Files.deleteIfExists(there("none")));
    Files.createDirectories(there("d"));
    Files.writeString(there("d/x"), "x");
    assertThrows(DirectoryNotEmptyException.class, () -> Files.delete(there("d")));
    assertThrows(FileAlreadyExistsException.class, () -> Files.createFile(there("d/x")));
    assertThrows(FileAlreadyExistsException.class, () -> Files.createDirectory(there("d")));
    assertThrows(
        FileAlreadyExistsException.class, () -> Files.copy(there("d/x"), there("d/y/../x")));
    assertThrows(
        UnsupportedOperationException.class,
        () -> Files.writeString(there("d/x"), "y", StandardOpenOption.APPEND));
  }

  @Test
  void filesAreCopiedFromAndToThisMachine() throws IOException {
    byte[] bytes = new byte[200_000];
    bytes[199_999] = 7;
    Path here = Files.write(folder.resolve("here"), bytes);
    Files.copy(here, there("copied"));
    assertArrayEquals(bytes, Files.readAllBytes(there("copied")));
    Files.copy(there("copied"), there("again"));
    assertArrayEquals(bytes, Files.readAllBytes(folder.resolve("again")));
  }
}
