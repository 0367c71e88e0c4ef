package dev.handoffledger.schemas.wire;

import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Base64;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class InboundCodecTest {
  private static final Map<String, String> NO_HEADERS = Map.of();
  private static final Map<String, String> STRUCTURED =
      Map.of("content-type", "application/cloudevents+json; charset=utf-8");
  private static final String TRACEPARENT =
      "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

  @Nested
  class Framing {
    @Test
    void bareJson_isTheArtifact() {
      assertThat(artifact(NO_HEADERS, "{\"a\":1}")).isEqualTo("{\"a\":1}");
    }

    @Test
    void bareJson_leavesEverythingElseUnknown() {
      assertThat(decode(NO_HEADERS, "{}"))
          .usingRecursiveComparison()
          .isEqualTo(
              new Publication(utf8("{}"), null, null, null, null, null, null, null, null, null));
    }

    @Test
    void noValue_isAnEmptyArtifact() {
      assertThat(InboundCodec.decode(NO_HEADERS, null).artifact()).isEmpty();
    }

    @Test
    void registryFrame_isTakenOffAndItsIdKept() {
      Publication publication =
          InboundCodec.decode(NO_HEADERS, WireFraming.frame(77, utf8("{\"a\":1}")));

      assertThat(publication.artifact()).isEqualTo(utf8("{\"a\":1}"));
      assertThat(publication.registrySchemaId()).isEqualTo(77);
    }

    @Test
    void frameCutShort_isTheArtifactAsItIs() {
      assertThat(InboundCodec.decode(NO_HEADERS, new byte[] {0, 1, 2}).artifact())
          .containsExactly(0, 1, 2);
    }

    @Test
    void schemaIdHeaderOfVersionZero_givesTheId() {
      Publication publication = decode(Map.of("__value_schema_id", "00000000c8"), "{}");

      assertThat(publication.registrySchemaId()).isEqualTo(200);
    }

    @Test
    void schemaIdHeaderWithAGuid_givesNoId() {
      Publication publication =
          decode(Map.of("__value_schema_id", "01" + "89791762".repeat(4)), "{}");

      assertThat(publication.registrySchemaId()).isNull();
    }

    @Test
    void idOfTheFrame_precedesThatOfTheHeader() {
      Publication publication =
          InboundCodec.decode(
              Map.of("__value_schema_id", "00000000c8"), WireFraming.frame(7, utf8("{}")));

      assertThat(publication.registrySchemaId()).isEqualTo(7);
    }
  }

  @Nested
  class StructuredMode {
    @ParameterizedTest
    @ValueSource(
        strings = {
          "{ \"b\" : [1, 2.50 ,\t\"}\"], \"ü\": {\"a\" : null} }",
          "[ 1 , {} ]",
          "{}",
          "\"a \\\" text\"",
          "-1.50e+3",
          "0",
          "true"
        })
    void data_isTheArtifactByteForByte(String data) {
      String between = "{\"specversion\":\"1.0\", \"data\" : " + data + " , \"id\":\"é\"}";
      String last = "{\"id\":\"é\",\"data\":" + data + "}";

      assertThat(artifact(STRUCTURED, between)).isEqualTo(data);
      assertThat(artifact(STRUCTURED, last)).isEqualTo(data);
    }

    @Test
    void dataLongerThanAParsersBuffer_isTheArtifactByteForByte() {
      String data = '"' + "ü}]".repeat(5_000) + '"';

      assertThat(artifact(STRUCTURED, "{\"data\":" + data + "}")).isEqualTo(data);
    }

    @Test
    void dataInBase64_isDecoded() {
      String encoded = Base64.getEncoder().encodeToString(utf8("{\"a\": \"ü\"}"));

      assertThat(artifact(STRUCTURED, "{\"data_base64\":\"" + encoded + "\"}"))
          .isEqualTo("{\"a\": \"ü\"}");
    }

    @Test
    void extensionsOfTheEnvelope_areRead() {
      Publication publication =
          decode(
              STRUCTURED,
              """
              {"project": "p1", "issue": 42, "traceparent": "%s", "data": {}}"""
                  .formatted(TRACEPARENT));

      assertThat(publication.project()).isEqualTo("p1");
      assertThat(publication.issue()).isEqualTo("42");
      assertThat(publication.traceparent()).isEqualTo(TRACEPARENT);
    }

    @Test
    void envelopeInARegistryFrame_isRead() {
      Publication publication =
          InboundCodec.decode(STRUCTURED, WireFraming.frame(3, utf8("{\"data\": {\"a\":1}}")));

      assertThat(publication.artifact()).isEqualTo(utf8("{\"a\":1}"));
      assertThat(publication.registrySchemaId()).isEqualTo(3);
    }

    @ParameterizedTest
    @ValueSource(
        strings = {
          "application/cloudevents+json",
          "application/cloudevents",
          " Application/CloudEvents+JSON ;charset=UTF-8",
        })
    void contentTypeOfAnEnvelope_isRecognized(String contentType) {
      assertThat(artifact(Map.of("content-type", contentType), "{\"data\":{}}")).isEqualTo("{}");
    }

    @ParameterizedTest
    @ValueSource(
        strings = {"application/json", "application/cloudevents-batch+json", "text/plain", ""})
    void otherContentType_leavesTheValueWhole(String contentType) {
      assertThat(artifact(Map.of("content-type", contentType), "{\"data\":{}}"))
          .isEqualTo("{\"data\":{}}");
    }

    @ParameterizedTest
    @ValueSource(
        strings = {
          "",
          "{",
          "[]",
          "{\"data\":{}",
          "{\"data\":{]}",
          "{\"data\":{}} {}",
          "{\"id\":\"no data\"}",
          "{\"data\":null}",
          "{\"data\":{},\"data\":[]}",
          "{\"data\":{},\"data_base64\":\"e30=\"}",
          "{\"data_base64\":\"?\"}",
          "{\"data_base64\":1}",
          "{\"project\":\"a\",\"project\":\"b\",\"data\":{}}",
        })
    void brokenEnvelope_isTheArtifactAsItIs(String envelope) {
      assertThat(artifact(STRUCTURED, envelope)).isEqualTo(envelope);
    }

    @Test
    void envelopeInAnotherEncodingThanUtf8_isTheArtifactAsItIs() {
      byte[] utf16 = "{\"data\":{}}".getBytes(UTF_16LE);

      assertThat(InboundCodec.decode(STRUCTURED, utf16).artifact()).isEqualTo(utf16);
    }
  }

  @Nested
  class BinaryMode {
    @Test
    void extensionsInHeaders_areRead() {
      Publication publication =
          decode(
              Map.of("ce_project", "p1", "ce_issue", "iss_1", "ce_traceparent", TRACEPARENT), "{}");

      assertThat(publication.project()).isEqualTo("p1");
      assertThat(publication.issue()).isEqualTo("iss_1");
      assertThat(publication.traceparent()).isEqualTo(TRACEPARENT);
    }

    @Test
    void sourceOfAForeignProducer_standsForTheProject() {
      assertThat(decode(Map.of("ce_source", "/their/build"), "{}").project())
          .isEqualTo("/their/build");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/handoff-ledger", "/handoff-ledger/producer"})
    void sourceOfOurOwn_standsForNoProject(String source) {
      assertThat(decode(Map.of("ce_source", source), "{}").project()).isNull();
    }

    @Test
    void projectExtension_precedesTheSource() {
      assertThat(decode(Map.of("ce_source", "/theirs", "ce_project", "p1"), "{}").project())
          .isEqualTo("p1");
    }

    @Test
    void headersThatTheLedgerWrites_nameNoProject() {
      Map<String, String> ours = CloudEventHeaders.of("sha256:00", "agent_state", "ace/1", null);

      assertThat(decode(ours, "{}").project()).isNull();
      assertThat(artifact(ours, "{}")).isEqualTo("{}");
    }
  }

  @Nested
  class LedgerHeaders {
    @Test
    void everyHeaderOfAPublisher_isRead() {
      Publication publication =
          decode(
              Map.of(
                  "handoff-publisher", "planner",
                  "handoff-project", "p1",
                  "handoff-issue", "iss_1",
                  "handoff-reply-to", "gateway-1",
                  "handoff-correlation-id", "42",
                  "handoff-idempotency-key", "key",
                  "traceparent", TRACEPARENT),
              "{}");

      assertThat(publication)
          .usingRecursiveComparison()
          .isEqualTo(
              new Publication(
                  utf8("{}"),
                  "planner",
                  "p1",
                  "iss_1",
                  TRACEPARENT,
                  "gateway-1",
                  "42",
                  null,
                  "key",
                  null));
    }

    @Test
    void tokenOfALease_isTakenAsItIs() {
      String token = new ClaimToken("codelens/s", "sha256:1", 3).text();

      assertThat(decode(Map.of("handoff-claim-token", token), "{}").claimToken()).isEqualTo(token);
    }

    @Test
    void tokenOfAnotherForm_isNone() {
      assertThat(decode(Map.of("handoff-claim-token", "7"), "{}").claimToken()).isNull();
    }

    @Test
    void projectHeader_precedesTheExtension() {
      assertThat(decode(Map.of("handoff-project", "p1", "ce_project", "p2"), "{}").project())
          .isEqualTo("p1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "\t\n"})
    void blankHeader_isAbsent(String blank) {
      assertThat(decode(Map.of("handoff-publisher", blank), "{}").publisher()).isNull();
    }

    @Test
    void longHeader_isCutBetweenCodePoints() {
      String rockets = "\uD83D\uDE80".repeat(127);

      Publication publication =
          decode(Map.of("handoff-publisher", rockets + "aaa\uD83D\uDE80"), "{}");

      assertThat(publication.publisher()).isEqualTo(rockets + "aaa");
    }

    @ParameterizedTest
    @ValueSource(
        strings = {
          "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-1",
          "00-00000000000000000000000000000000-b7ad6b7169203331-01",
          "00-0af7651916cd43dd8448eb211c80319c-0000000000000000-01",
          "ff-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
          "00-0AF7651916CD43DD8448EB211C80319C-B7AD6B7169203331-01",
          "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01\n",
        })
    void traceparentOfAnotherForm_isDropped(String traceparent) {
      assertThat(decode(Map.of("traceparent", traceparent), "{}").traceparent()).isNull();
    }
  }

  @Property
  void anyRecord_isTakenApartWithBoundedTexts(
      @ForAll("headers") Map<String, String> headers, @ForAll("values") byte[] value) {
    Publication publication = InboundCodec.decode(headers, value);

    assertThat(publication.artifact()).isNotNull();
    for (String text :
        new String[] {
          publication.publisher(),
          publication.project(),
          publication.issue(),
          publication.traceparent(),
          publication.replyTo(),
          publication.correlationId(),
          publication.idempotencyKey()
        }) {
      if (text != null) {
        assertThat(UTF_8.newEncoder().canEncode(text)).isTrue();
        assertThat(utf8(text)).hasSizeBetween(1, InboundCodec.MAX_TEXT_BYTES);
      }
    }
  }

  @Property
  void anyJsonText_comesOutOfAnEnvelopeByteForByte(
      @ForAll("jsonTexts") String data, @ForAll("whiteSpace") String space) {
    String envelope = "{\"id\":\"1\",\"data\":" + space + data + space + "}";

    assertThat(artifact(STRUCTURED, envelope)).isEqualTo(data);
  }

  @Provide
  Arbitrary<Map<String, String>> headers() {
    Arbitrary<String> names =
        Arbitraries.of(
            "handoff-publisher",
            "handoff-project",
            "handoff-issue",
            "handoff-reply-to",
            "handoff-correlation-id",
            "handoff-idempotency-key",
            "traceparent",
            "ce_source",
            "ce_project",
            "ce_traceparent",
            "content-type",
            "__value_schema_id");
    Arbitrary<String> texts =
        Arbitraries.oneOf(
            Arbitraries.strings().ofMaxLength(700),
            Arbitraries.of("application/cloudevents+json", "0000000001", TRACEPARENT));
    return Arbitraries.maps(names, texts).ofMaxSize(8);
  }

  @Provide
  Arbitrary<byte[]> values() {
    Arbitrary<byte[]> bytes = Arbitraries.bytes().array(byte[].class).ofMaxSize(64);
    Arbitrary<byte[]> nearlyEnvelopes =
        Arbitraries.of(
                "{",
                "}",
                "\"data\"",
                "\"data_base64\"",
                ":",
                ",",
                "[",
                "]",
                "null",
                "1",
                "\"\uD83D\"")
            .list()
            .ofMaxSize(12)
            .map(parts -> utf8(String.join("", parts)));
    return Arbitraries.oneOf(bytes, nearlyEnvelopes).injectNull(0.05);
  }

  @Provide
  Arbitrary<String> jsonTexts() {
    Arbitrary<String> strings =
        Arbitraries.strings()
            .excludeChars('"', '\\')
            .withCharRange(' ', '\uD7FF')
            .ofMaxLength(40)
            .map(text -> '"' + text + '"');
    Arbitrary<String> scalars =
        Arbitraries.oneOf(
            strings, Arbitraries.of("true", "false", "0", "-1.5e10", "12345678901234567890"));
    Arbitrary<String> arrays =
        scalars.list().ofMaxSize(5).map(items -> "[ " + String.join(" ,", items) + "]");
    return Arbitraries.oneOf(scalars, arrays, arrays.map(array -> "{\"a\" :" + array + " }"));
  }

  @Provide
  Arbitrary<String> whiteSpace() {
    return Arbitraries.strings().withChars(' ', '\t', '\n', '\r').ofMaxLength(4);
  }

  private static String artifact(Map<String, String> headers, String value) {
    return new String(decode(headers, value).artifact(), UTF_8);
  }

  private static Publication decode(Map<String, String> headers, String value) {
    return InboundCodec.decode(headers, utf8(value));
  }

  private static byte[] utf8(String text) {
    return text.getBytes(UTF_8);
  }
}
