package dev.facsimile.spark;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;

/** Small results of tasks in rows, as Java writes objects. */
final class Bytes {
  private Bytes() {}

  static byte[] of(Serializable object) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(object);
    } catch (IOException e) {
      throw new IllegalStateException("memory cannot fail to be written", e);
    }
    return bytes.toByteArray();
  }

  static <T> T object(byte[] bytes, Class<T> type) {
    try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes))) {
      return type.cast(in.readObject());
    } catch (IOException | ClassNotFoundException e) {
      throw new IllegalStateException("was written by a task of this program", e);
    }
  }
}
