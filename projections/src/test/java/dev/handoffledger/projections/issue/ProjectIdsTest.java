package dev.handoffledger.projections.issue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.handoffledger.schemas.format.IssueReference;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.Test;

class ProjectIdsTest {

  @Test
  void nameThatAnEventCouldSay_isTheId() {
    assertThat(ProjectIds.of("https://ci.example/shop")).isEqualTo("https://ci.example/shop");
  }

  @Test
  void otherName_isPercentEncoded() {
    assertThat(ProjectIds.of("my shop")).isEqualTo("my%20shop");
  }

  @Property
  void everyId_isOneThatAnEventCouldSay(@ForAll @StringLength(min = 1, max = 300) String name) {
    assertThat(IssueReference.isProjectId(ProjectIds.of(name))).isTrue();
  }

  @Test
  void longNamesWithOneBeginning_haveDifferentIds() {
    assertThat(ProjectIds.of("ö".repeat(200) + "a")).isNotEqualTo(ProjectIds.of("ö".repeat(201)));
  }
}
