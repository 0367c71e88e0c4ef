package dev.handoffledger.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.handoffledger.projections.LedgerPosition;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;

/** What a gateway says of answers that come from a standby. */
@ExtendWith(KafkaExtension.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class StandbyAnswersTest {
  private static final String ROLES = "/v1/roles";

  private GatewayUnderTest gateway;

  @BeforeAll
  void start(KafkaExtension.Kafka kafka) throws InterruptedException {
    gateway = GatewayUnderTest.start(kafka);
    gateway.queries.position = LedgerPosition.parse("0:7,1:12,2:3");
  }

  @AfterAll
  void stop() {
    gateway.close();
  }

  @AfterEach
  void rest() {
    gateway.standby.rests();
  }

  @Test
  void answerOfTheStoresThemselves_tellsOfNoLag() {
    HttpResponse<String> answer = gateway.get(ROLES);

    assertThat(answer.headers().firstValue("Ledger-Lag")).isEmpty();
    assertThat(answer.headers().firstValue("Ledger-Position")).hasValue("0:7,1:12,2:3");
  }

  @Test
  void answerOfAStandby_tellsItsLagAndPromisesNothingOfItsPartitions() {
    gateway.standby.answers(57, 1);

    HttpResponse<String> answer = gateway.get(ROLES);

    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.headers().firstValue("Ledger-Lag")).hasValue("57");
    assertThat(answer.headers().firstValue("Ledger-Position")).hasValue("0:7,2:3");
  }

  @Test
  void whatAStandbyDoesNotKnow_isNotSaidToBeNothing() {
    gateway.standby.answers(0, 1);

    assertThat(gateway.get("/v1/sessions/codelens/nowhere").statusCode()).isEqualTo(503);
  }

  @Test
  void positionOnAStandbysPartition_isNotPromised() {
    gateway.standby.answers(0, 1);

    assertThat(gateway.get(ROLES, "Ledger-Position", "1:12").statusCode()).isEqualTo(503);
  }

  @Test
  void positionOnAnotherPartition_isAnswered() {
    gateway.standby.answers(0, 1);

    assertThat(gateway.get(ROLES, "Ledger-Position", "0:7").statusCode()).isEqualTo(200);
  }
}
