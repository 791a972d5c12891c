package dev.facsimile.spark.paths;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.AccessMode;
import java.nio.file.CopyOption;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileStore;
import java.nio.file.FileSystem;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.FileAttributeView;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.GroupPrincipal;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.UserPrincipal;
import java.nio.file.spi.FileSystemProvider;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Options;
import org.apache.hadoop.fs.permission.FsAction;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.security.AccessControlException;

/**
 * Java's file operations by Hadoop's. Files are written from their start to their end and not
 * appended to. A file that is written anew keeps its permissions. A move over a file that is there
 * is one step on HDFS; elsewhere the old file goes first. Links are not looked at.
 */
final class HadoopProvider extends FileSystemProvider {
  /** The one in this process: Java asks whether two paths have the same. */
  static final HadoopProvider INSTANCE = new HadoopProvider();

  private static final String PERMISSIONS = "posix:permissions";
  private static final int BUFFER = 1 << 16;

  private HadoopProvider() {}

  @Override
  public String getScheme() {
    return "hadoop";
  }

  @Override
  public FileSystem newFileSystem(URI uri, Map<String, ?> settings) {
    throw new UnsupportedOperationException("file systems are those of Spark's configuration");
  }

  @Override
  public FileSystem getFileSystem(URI uri) {
    throw new UnsupportedOperationException("file systems are those of Spark's configuration");
  }

  @Override
  public Path getPath(URI uri) {
    throw new UnsupportedOperationException("file systems are those of Spark's configuration");
  }

  private static org.apache.hadoop.fs.FileSystem hadoop(Path path) {
    return HadoopPath.of(path).files().hadoop();
  }

  private static org.apache.hadoop.fs.Path its(Path path) {
    return HadoopPath.of(path).hadoop();
  }

  private static FileStatus status(Path path) throws IOException {
    Optional<FileStatus> listed = HadoopPath.of(path).listed();
    return listed.isPresent() ? listed.get() : statusNow(path);
  }

  private static FileStatus statusNow(Path path) throws IOException {
    try {
      return hadoop(path).getFileStatus(its(path));
    } catch (IOException e) {
      throw named(path, e);
    }
  }

  private static Optional<FileStatus> statusIfThere(Path path) throws IOException {
    try {
      return Optional.of(statusNow(path));
    } catch (NoSuchFileException e) {
      return Optional.empty();
    }
  }

  /** The failure by the name that Java has for it. */
  private static IOException named(Path path, IOException e) {
    if (e instanceof FileNotFoundException) {
      return because(new NoSuchFileException(path.toString()), e);
    }
    if (e instanceof org.apache.hadoop.fs.FileAlreadyExistsException) {
      return because(new FileAlreadyExistsException(path.toString()), e);
    }
    if (e instanceof AccessControlException) {
      return because(new AccessDeniedException(path.toString()), e);
    }
    return e;
  }

  private static IOException because(IOException named, IOException cause) {
    named.initCause(cause);
    return named;
  }

  @Override
  public SeekableByteChannel newByteChannel(
      Path path, Set<? extends OpenOption> options, FileAttribute<?>... attributes)
      throws IOException {
    try {
      return options.contains(StandardOpenOption.WRITE)
              || options.contains(StandardOpenOption.APPEND)
          ? writing(path, options, attributes)
          : new ReadChannel(hadoop(path).open(its(path)), status(path).getLen());
    } catch (IOException e) {
      throw named(path, e);
    }
  }

  private static SeekableByteChannel writing(
      Path path, Set<? extends OpenOption> options, FileAttribute<?>[] attributes)
      throws IOException {
    if (options.contains(StandardOpenOption.APPEND) || options.contains(StandardOpenOption.READ)) {
      throw new UnsupportedOperationException(path + " is written from its start to its end");
    }
    boolean anew = options.contains(StandardOpenOption.CREATE_NEW);
    Optional<FileStatus> there = anew ? Optional.empty() : statusIfThere(path);
    if (!anew && !options.contains(StandardOpenOption.CREATE) && there.isEmpty()) {
      throw new NoSuchFileException(path.toString());
    }
    org.apache.hadoop.fs.FileSystem hadoop = hadoop(path);
    FsPermission permission =
        permission(attributes)
            .or(() -> there.map(FileStatus::getPermission))
            .orElseGet(FsPermission::getFileDefault);
    FSDataOutputStream out =
        hadoop.create(
            its(path),
            permission,
            !anew,
            BUFFER,
            hadoop.getDefaultReplication(its(path)),
            hadoop.getDefaultBlockSize(its(path)),
            null);
    return new WriteChannel(out);
  }

  private static Optional<FsPermission> permission(FileAttribute<?>[] attributes) {
    return Arrays.stream(attributes)
        .filter(attribute -> attribute.name().equals(PERMISSIONS))
        .map(attribute -> permissionOf(attribute.value()))
        .findFirst();
  }

  /** The value of an attribute of that name is a set of permissions. */
  private static FsPermission permissionOf(Object value) {
    Set<PosixFilePermission> permissions = new java.util.HashSet<>();
    for (Object permission : (Set<?>) value) {
      permissions.add((PosixFilePermission) permission);
    }
    return HadoopAttributes.permission(permissions);
  }

  @Override
  public DirectoryStream<Path> newDirectoryStream(
      Path folder, DirectoryStream.Filter<? super Path> filter) throws IOException {
    if (!status(folder).isDirectory()) {
      throw new NotDirectoryException(folder.toString());
    }
    try {
      return new Listing(
          HadoopPath.of(folder), hadoop(folder).listStatusIterator(its(folder)), filter);
    } catch (IOException e) {
      throw named(folder, e);
    }
  }

  @Override
  public void createDirectory(Path folder, FileAttribute<?>... attributes) throws IOException {
    if (statusIfThere(folder).isPresent()) {
      throw new FileAlreadyExistsException(folder.toString());
    }
    FsPermission permission = permission(attributes).orElseGet(FsPermission::getDirDefault);
    try {
      if (!hadoop(folder).mkdirs(its(folder), permission)) {
        throw new FileSystemException(folder.toString(), null, "cannot be made");
      }
    } catch (IOException e) {
      throw named(folder, e);
    }
  }

  @Override
  public void delete(Path path) throws IOException {
    FileStatus status = statusNow(path);
    org.apache.hadoop.fs.FileSystem hadoop = hadoop(path);
    try {
      if (status.isDirectory() && hadoop.listStatusIterator(its(path)).hasNext()) {
        throw new DirectoryNotEmptyException(path.toString());
      }
      if (!hadoop.delete(its(path), false)) {
        throw new NoSuchFileException(path.toString());
      }
    } catch (IOException e) {
      throw named(path, e);
    }
  }

  @Override
  public void copy(Path source, Path target, CopyOption... options) throws IOException {
    if (status(source).isDirectory()) {
      requireFree(target, options);
      createDirectory(target);
      return;
    }
    requireFree(target, options);
    try (InputStream in = Files.newInputStream(source);
        OutputStream out = Files.newOutputStream(target)) {
      in.transferTo(out);
    }
  }

  /** A file that may be replaced goes; any other refuses. */
  private void requireFree(Path target, CopyOption[] options) throws IOException {
    if (List.of(options).contains(StandardCopyOption.REPLACE_EXISTING)) {
      deleteIfExists(target);
    } else if (statusIfThere(target).isPresent()) {
      throw new FileAlreadyExistsException(target.toString());
    }
  }

  @Override
  public void move(Path source, Path target, CopyOption... options) throws IOException {
    org.apache.hadoop.fs.FileSystem hadoop = hadoop(source);
    if (!HadoopPath.of(source).files().equals(HadoopPath.of(target).files())) {
      throw new FileSystemException(
          source.toString(), target.toString(), "is on another file system");
    }
    try {
      if (hadoop instanceof DistributedFileSystem hdfs
          && List.of(options).contains(StandardCopyOption.REPLACE_EXISTING)) {
        hdfs.rename(its(source), its(target), Options.Rename.OVERWRITE);
        return;
      }
      statusNow(source);
      requireFree(target, options);
      if (!hadoop.rename(its(source), its(target))) {
        throw new FileSystemException(source.toString(), target.toString(), "cannot be renamed");
      }
    } catch (IOException e) {
      throw named(source, e);
    }
  }

  @Override
  public boolean isSameFile(Path path, Path other) {
    return path.toAbsolutePath().normalize().equals(other.toAbsolutePath().normalize());
  }

  @Override
  public boolean isHidden(Path path) {
    Path name = path.getFileName();
    return name != null && name.toString().startsWith(".");
  }

  @Override
  public FileStore getFileStore(Path path) {
    return new HadoopStore(HadoopPath.of(path).files());
  }

  @Override
  public void checkAccess(Path path, AccessMode... modes) throws IOException {
    status(path);
    FsAction wanted = FsAction.NONE;
    for (AccessMode mode : modes) {
      wanted =
          wanted.or(
              switch (mode) {
                case READ -> FsAction.READ;
                case WRITE -> FsAction.WRITE;
                case EXECUTE -> FsAction.EXECUTE;
              });
    }
    if (wanted != FsAction.NONE && HadoopPath.of(path).files().knowsPermissions()) {
      try {
        hadoop(path).access(its(path), wanted);
      } catch (IOException e) {
        throw named(path, e);
      }
    }
  }

  @Override
  public <V extends FileAttributeView> V getFileAttributeView(
      Path path, Class<V> type, LinkOption... options) {
    boolean known =
        type == BasicFileAttributeView.class
            || (type == PosixFileAttributeView.class
                && HadoopPath.of(path).files().knowsPermissions());
    return known ? type.cast(new View(path)) : null;
  }

  @Override
  public <A extends BasicFileAttributes> A readAttributes(
      Path path, Class<A> type, LinkOption... options) throws IOException {
    if (type != BasicFileAttributes.class
        && !(type == PosixFileAttributes.class && HadoopPath.of(path).files().knowsPermissions())) {
      throw new UnsupportedOperationException(path + " has no " + type.getSimpleName());
    }
    return type.cast(new HadoopAttributes(status(path)));
  }

  @Override
  public Map<String, Object> readAttributes(Path path, String names, LinkOption... options) {
    throw new UnsupportedOperationException("attributes are read by their class");
  }

  @Override
  public void setAttribute(Path path, String name, Object value, LinkOption... options)
      throws IOException {
    if (!name.equals(PERMISSIONS)) {
      throw new UnsupportedOperationException(name + " cannot be set");
    }
    hadoop(path).setPermission(its(path), permissionOf(value));
  }

  /** What is asked and set of a file's attributes. */
  private record View(Path path) implements PosixFileAttributeView {
    @Override
    public String name() {
      return "posix";
    }

    @Override
    public PosixFileAttributes readAttributes() throws IOException {
      return new HadoopAttributes(status(path));
    }

    @Override
    public void setTimes(FileTime modified, FileTime accessed, FileTime created)
        throws IOException {
      hadoop(path)
          .setTimes(
              its(path),
              modified == null ? -1 : modified.toMillis(),
              accessed == null ? -1 : accessed.toMillis());
    }

    @Override
    public void setPermissions(Set<PosixFilePermission> permissions) throws IOException {
      hadoop(path).setPermission(its(path), HadoopAttributes.permission(permissions));
    }

    @Override
    public UserPrincipal getOwner() throws IOException {
      return readAttributes().owner();
    }

    @Override
    public void setOwner(UserPrincipal owner) throws IOException {
      hadoop(path).setOwner(its(path), owner.getName(), null);
    }

    @Override
    public void setGroup(GroupPrincipal group) throws IOException {
      hadoop(path).setOwner(its(path), null, group.getName());
    }
  }
}
