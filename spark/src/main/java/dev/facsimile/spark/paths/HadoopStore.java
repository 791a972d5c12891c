package dev.facsimile.spark.paths;

import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.FileAttributeView;
import java.nio.file.attribute.FileStoreAttributeView;
import java.nio.file.attribute.PosixFileAttributeView;

/** Where a file system of Hadoop's keeps its files. */
final class HadoopStore extends FileStore {
  private final HadoopFiles files;

  HadoopStore(HadoopFiles files) {
    this.files = files;
  }

  @Override
  public String name() {
    return files.prefix();
  }

  @Override
  public String type() {
    return files.hadoop().getScheme();
  }

  @Override
  public boolean isReadOnly() {
    return false;
  }

  @Override
  public long getTotalSpace() throws IOException {
    return files.hadoop().getStatus().getCapacity();
  }

  @Override
  public long getUsableSpace() throws IOException {
    return files.hadoop().getStatus().getRemaining();
  }

  @Override
  public long getUnallocatedSpace() throws IOException {
    return getUsableSpace();
  }

  @Override
  public boolean supportsFileAttributeView(Class<? extends FileAttributeView> type) {
    return type == BasicFileAttributeView.class
        || (type == PosixFileAttributeView.class && files.knowsPermissions());
  }

  @Override
  public boolean supportsFileAttributeView(String name) {
    return files.supportedFileAttributeViews().contains(name);
  }

  @Override
  public <V extends FileStoreAttributeView> V getFileStoreAttributeView(Class<V> type) {
    return null;
  }

  @Override
  public Object getAttribute(String attribute) {
    throw new UnsupportedOperationException(attribute + " is not known of " + name());
  }
}
