package dev.facsimile.spark.paths;

import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.GroupPrincipal;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.util.Set;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.permission.FsPermission;

/** What Hadoop tells of a file. */
record HadoopAttributes(FileStatus status) implements PosixFileAttributes {
  private static final int LETTERS = 9;

  private record Named(String getName) implements GroupPrincipal {
    @Override
    public String getName() {
      return getName;
    }
  }

  static FsPermission permission(Set<PosixFilePermission> permissions) {
    int mode = 0;
    for (PosixFilePermission permission : permissions) {
      mode |= 1 << (LETTERS - 1 - permission.ordinal());
    }
    return new FsPermission((short) mode);
  }

  @Override
  public Set<PosixFilePermission> permissions() {
    String letters = FsPermission.createImmutable(status.getPermission().toShort()).toString();
    return PosixFilePermissions.fromString(letters.substring(0, LETTERS).replaceAll("[tT]", "x"));
  }

  @Override
  public UserPrincipal owner() {
    return new Named(status.getOwner());
  }

  @Override
  public GroupPrincipal group() {
    return new Named(status.getGroup());
  }

  @Override
  public FileTime lastModifiedTime() {
    return FileTime.fromMillis(status.getModificationTime());
  }

  @Override
  public FileTime lastAccessTime() {
    return FileTime.fromMillis(status.getAccessTime());
  }

  /** Hadoop keeps none. */
  @Override
  public FileTime creationTime() {
    return lastModifiedTime();
  }

  @Override
  public boolean isRegularFile() {
    return status.isFile();
  }

  @Override
  public boolean isDirectory() {
    return status.isDirectory();
  }

  @Override
  public boolean isSymbolicLink() {
    return false;
  }

  @Override
  public boolean isOther() {
    return false;
  }

  @Override
  public long size() {
    return status.isDirectory() ? 0 : status.getLen();
  }

  @Override
  public Object fileKey() {
    return null;
  }
}
