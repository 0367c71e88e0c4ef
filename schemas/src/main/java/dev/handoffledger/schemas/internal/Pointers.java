package dev.handoffledger.schemas.internal;

/** RFC 6901 JSON pointers. */
public final class Pointers {
  private Pointers() {}

  /** The pointer to a member of the object that a pointer points to. */
  public static String child(String pointer, String name) {
    return pointer + "/" + escape(name);
  }

  /** The pointer that goes through names of members and indexes of items. */
  public static String of(Iterable<?> steps) {
    StringBuilder pointer = new StringBuilder();
    steps.forEach(step -> pointer.append('/').append(escape(step.toString())));
    return pointer.toString();
  }

  private static String escape(String name) {
    return name.replace("~", "~0").replace("/", "~1");
  }
}
