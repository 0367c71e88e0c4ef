package dev.handoffledger.cli.internal.input;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ArtifactInputsTest {
  @TempDir private Path folder;

  private static boolean looksLikeJson(byte[] bytes) {
    String text = new String(bytes, StandardCharsets.UTF_8).strip();
    return text.startsWith("{") && text.endsWith("}");
  }

  private static List<InputPart> read(boolean lines, String input, String... arguments) {
    InputStream in = new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8));
    List<InputPart> parts = new ArrayList<>();
    ArtifactInputs.of(List.of(arguments), lines, in, ArtifactInputsTest::looksLikeJson)
        .forEach(parts::add);
    return parts;
  }

  private static String text(InputPart part) {
    return new String(((InputPart.Document) part).bytes(), StandardCharsets.UTF_8);
  }

  @Test
  void oneLine_isADocumentAsItIs() {
    assertThat(read(false, "\n {\"a\":1} \n\n", "-"))
        .singleElement()
        .extracting(ArtifactInputsTest::text)
        .isEqualTo("\n {\"a\":1} \n\n");
  }

  @Test
  void jsonThenGarbage_isOneDocument() {
    assertThat(read(false, "{}\ngarbage\n{}\n", "-"))
        .singleElement()
        .extracting(ArtifactInputsTest::text)
        .isEqualTo("{}\ngarbage\n{}\n");
  }

  @Test
  void emptyInput_isAnEmptyDocument() {
    assertThat(read(false, "", "-"))
        .singleElement()
        .extracting(ArtifactInputsTest::text)
        .isEqualTo("");
  }

  @Test
  void twoLinesOfJson_areLinesEvenIfALaterOneIsNot() {
    assertThat(read(false, "{}\n\n{}\ngarbage", "-"))
        .flatExtracting(InputPart::names)
        .containsExactly("-:1", "-:3", "-:4");
  }

  @Test
  void ndjsonOption_makesOneLineALine() {
    assertThat(read(true, "{}\n", "-")).flatExtracting(InputPart::names).containsExactly("-:1");
  }

  @Test
  void ndjsonOption_holdsForNamedFilesToo() throws Exception {
    Path file = Files.writeString(folder.resolve("a.log"), "{}\n{}\n");

    assertThat(read(true, "", file.toString()))
        .flatExtracting(InputPart::names)
        .containsExactly(file + ":1", file + ":2");
  }

  @Test
  void lineLargerThanAnyArtifact_isNotKept() throws Exception {
    String large = "x".repeat(ArtifactInputs.MAX_ARTIFACT_BYTES + 1);
    Path file = Files.writeString(folder.resolve("a.ndjson"), "{}\n" + large + "\n{}\n");

    List<InputPart> parts = read(false, "", file.toString());

    assertThat(parts).flatExtracting(InputPart::names).hasSize(3);
    assertThat(parts.get(1)).isEqualTo(new InputPart.Oversized(file + ":2"));
  }

  @Test
  void manyLines_areSplitIntoRequestsOfBoundedSize() throws Exception {
    Path file = Files.writeString(folder.resolve("a.ndjson"), "{}\n".repeat(2_500));

    List<InputPart> parts = read(false, "", file.toString());

    assertThat(parts).extracting(part -> part.names().size()).containsExactly(1_000, 1_000, 500);
  }

  @Test
  void aLinkToAFolderAbove_endsAllTheSame() throws Exception {
    Files.writeString(folder.resolve("a.json"), "{}");
    Files.createSymbolicLink(folder.resolve("loop"), folder);

    assertThat(read(false, "", folder.toString())).hasSize(1);
  }
}
