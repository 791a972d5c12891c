package dev.facsimile.ingest.format;

/**
 * What a row has in common with rows of other logs that saw the same call.
 *
 * @param key the same in all of them, such as Azure's correlation id
 * @param part what the row is if they are put together
 */
public record Shared(String key, Part part) {

  /** Whether, of two rows of a call, this one is the request and the other one tells of it. */
  public boolean isRequestOf(Shared other) {
    return part.compareTo(other.part) < 0;
  }

  /** What a row is. */
  public enum Part {
    /** The request, with its lengths; it is one by itself too. */
    REQUEST,
    /** Another view of the call: a request by itself, details where another row is the request. */
    VIEW,
    /** Details, never a request by itself. */
    DETAILS
  }
}
