package dev.handoffledger.standalone.guarantees.faults;

import dev.handoffledger.testing.TcpProxy;
import java.util.List;

/** The processes of a ledger and the network between them, as far as faults can be done to them. */
interface Deployment extends AutoCloseable {

  /** A process that can be killed and stopped. */
  interface Member {
    /** What it is, for example {@code broker} or {@code ledger}. */
    String name();

    /** Kills it as {@code kill -9} does. */
    void kill() throws Exception;

    /** Starts it where it was killed, and returns once it serves. */
    void restart() throws Exception;

    /** Freezes it as {@code kill -STOP} does. */
    void pause() throws Exception;

    /** Ends {@link #pause}. */
    void resume() throws Exception;

    /** Whether it has ended although nobody killed it. */
    boolean hasEnded();

    /** What it has printed since its last start. */
    String output();
  }

  List<Member> members();

  /** The network between the ledger's processes and Kafka. */
  TcpProxy network();

  /** Kafka's address as publishers have it, over the network that is cut. */
  String kafka();

  /** Kafka's address with nothing in between. */
  String kafkaDirectly();

  /** The URLs of the gateways, which stay the same. */
  List<String> gateways();

  @Override
  void close() throws Exception;
}
