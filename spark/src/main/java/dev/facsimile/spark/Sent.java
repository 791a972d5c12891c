package dev.facsimile.spark;

import java.io.Serializable;

/**
 * An object on its way between driver and tasks, as Java writes objects whatever serializer Spark
 * is told to use. It is made once in each process.
 *
 * @param <T> the object's type
 */
final class Sent<T extends Serializable> implements Serializable {
  private static final long serialVersionUID = 1;

  private final byte[] bytes;
  private transient Object made;

  Sent(T object) {
    bytes = Bytes.of(object);
  }

  /** The object, or a copy of it. */
  @SuppressWarnings("unchecked")
  synchronized T object() {
    if (made == null) {
      made = Bytes.object(bytes, Serializable.class);
    }
    return (T) made;
  }
}
