package dev.handoffledger.projections.issue;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;

/** What is wrong and what to do about it. Texts are hostile, within the packet's bounds. */
sealed interface Diagnosis permits EventDiagnosis, RejectionDiagnosis {
  Fingerprint fingerprint();

  String issueId();

  String title();

  String severity();

  /** Or null. */
  String issueClass();

  /** Or null. */
  String harnessArea();

  /** Or null. */
  JsonNode priority();

  ProjectDetails project();

  Instant diagnosedAt();

  /** Or null. */
  String diagnosedBy();

  /** Or null. */
  String hypothesis();

  String recommendedNext();

  /** What tells that the issue is gone. */
  String successDefinition();

  String metric();

  /** How to verify, or null. */
  String guidance();
}
