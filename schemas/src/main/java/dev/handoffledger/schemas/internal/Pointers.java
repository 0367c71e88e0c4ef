package dev.handoffledger.schemas.internal;

/** RFC 6901 JSON pointers. */
public final class Pointers {
  private Pointers() {}

  /** The pointer to a member of the object that a pointer points to. */
  public static String child(String pointer, String name) {
    return pointer + "/" + name.replace("~", "~0").replace("/", "~1");
  }
}
