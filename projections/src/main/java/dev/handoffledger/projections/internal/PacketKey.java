package dev.handoffledger.projections.internal;

import dev.handoffledger.schemas.PercentEncoding;

/** The key of an issue's packet: {@code <project>/<issue id>}, both parts percent-encoded. */
final class PacketKey {
  private PacketKey() {}

  static String of(String project, String id) {
    return PercentEncoding.encode(project) + "/" + PercentEncoding.encode(id);
  }
}
