package dev.handoffledger.schemas.format;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.handoffledger.schemas.Handoff;
import dev.handoffledger.schemas.Kind;
import dev.handoffledger.schemas.ParentReference;
import dev.handoffledger.schemas.Sha256;
import dev.handoffledger.schemas.Succession;
import dev.handoffledger.schemas.Timestamp;
import dev.handoffledger.schemas.Warning;
import dev.handoffledger.schemas.internal.Timestamps;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** What a format says of one artifact, put together. */
final class HandoffBuilder {
  private final Kind kind;
  private final byte[] artifact;
  private final String id;
  private final String session;
  private String naturalKey;
  private Timestamp time;
  private List<String> roles = List.of();
  private ParentReference parent;
  private Succession succession;
  private String status;
  private String criteria;
  private String evidence;
  private final List<Warning> warnings = new ArrayList<>();
  private final List<Handoff.Expiry> expiries = new ArrayList<>();

  /**
   * @param id as of {@link HandoffFormat#id}
   */
  HandoffBuilder(Kind kind, String id, String session, byte[] artifact) {
    this.kind = kind;
    this.artifact = artifact;
    this.session = session;
    this.id = id;
  }

  String id() {
    return id;
  }

  HandoffBuilder naturalKey(String key) {
    naturalKey = key;
    return this;
  }

  HandoffBuilder time(JsonNode text) {
    time = new Timestamp(text.textValue(), instant(text));
    return this;
  }

  HandoffBuilder roles(String... names) {
    roles = Roles.of(names);
    return this;
  }

  HandoffBuilder parent(ParentReference reference) {
    parent = reference;
    return this;
  }

  HandoffBuilder succession(Succession place) {
    succession = place;
    return this;
  }

  HandoffBuilder status(String stated) {
    status = stated;
    return this;
  }

  /** What those who answer it are held against; null for nothing. */
  HandoffBuilder criteria(ObjectNode asked) {
    criteria = asked == null ? null : asked.toString();
    return this;
  }

  /** What it brings to its parent's criteria; null for nothing. */
  HandoffBuilder evidence(ObjectNode brought) {
    evidence = brought == null ? null : brought.toString();
    return this;
  }

  HandoffBuilder warnIf(boolean given, String code, String pointer, String message) {
    if (given) {
      warnings.add(new Warning(code, pointer, message));
    }
    return this;
  }

  HandoffBuilder warnAfter(Instant at, String code, String pointer, String message) {
    expiries.add(new Handoff.Expiry(at, new Warning(code, pointer, message)));
    return this;
  }

  Handoff build() {
    return new Handoff(
        id,
        kind.format(),
        kind.name(),
        session,
        naturalKey,
        time,
        roles,
        parent,
        succession,
        status,
        warnings,
        expiries,
        criteria,
        evidence,
        Sha256.hex(artifact),
        artifact);
  }

  /** The instant of a timestamp that has no problem. */
  static Instant instant(JsonNode text) {
    return Timestamps.parse(text.textValue())
        .orElseThrow(() -> new IllegalArgumentException("a timestamp with a problem"));
  }
}
