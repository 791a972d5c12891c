package dev.facsimile.spark;

import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.attribute.PosixFilePermissions;
import org.apache.hadoop.fs.CommonPathCapabilities;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.util.Progressable;

/**
 * A file system of Hadoop's that the operating system does not know by its paths: {@code
 * elsewhere:///logs} is a folder in another folder. As stores do, it neither appends nor renames
 * over a file; as some do, it may know no permissions.
 */
public final class ElsewhereFileSystem extends RawLocalFileSystem {
  /** Setting: the folder that is its root. */
  public static final String FOLDER = "elsewhere.folder";

  /** Setting: whether it knows permissions. */
  public static final String PERMISSIONS = "elsewhere.permissions";

  /** Setting: how names begin that no file may get. */
  public static final String REFUSED = "elsewhere.refused";

  @Override
  public URI getUri() {
    return URI.create("elsewhere:///");
  }

  @Override
  public File pathToFile(Path path) {
    String inside = path.toUri().getPath();
    String folder = getConf().get(FOLDER);
    return new File(inside.startsWith(folder) ? inside : folder + inside);
  }

  /** Hadoop's own asks the operating system by the URI. */
  @Override
  public FileStatus getFileStatus(Path path) throws IOException {
    FileStatus status = super.getFileStatus(path);
    String letters =
        PosixFilePermissions.toString(Files.getPosixFilePermissions(pathToFile(path).toPath()));
    return new FileStatus(
        status.getLen(),
        status.isDirectory(),
        1,
        status.getBlockSize(),
        status.getModificationTime(),
        0,
        FsPermission.valueOf((status.isDirectory() ? "d" : "-") + letters),
        "somebody",
        "some",
        path);
  }

  @Override
  public boolean rename(Path from, Path to) throws IOException {
    if (to.getName().startsWith(getConf().get(REFUSED, "/"))) {
      throw new IOException(to + " is refused");
    }
    return !exists(to) && super.rename(from, to);
  }

  @Override
  public FSDataOutputStream append(Path file, int bufferSize, Progressable progress) {
    throw new UnsupportedOperationException("append");
  }

  @Override
  public boolean hasPathCapability(Path path, String capability) throws IOException {
    return capability.equals(CommonPathCapabilities.FS_PERMISSIONS)
        ? getConf().getBoolean(PERMISSIONS, true)
        : super.hasPathCapability(path, capability);
  }
}
