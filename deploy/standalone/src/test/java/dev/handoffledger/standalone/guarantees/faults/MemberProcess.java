package dev.handoffledger.standalone.guarantees.faults;

import dev.handoffledger.testing.BrokerProcess;
import dev.handoffledger.testing.JavaProcess;
import java.io.IOException;
import java.nio.file.Path;

/** A member of a deployment that is a process of its own. */
final class MemberProcess implements Deployment.Member {
  static final int START_SECONDS = 150;
  private static final int BROKER_MEGABYTES = 512;

  /** Starts a process and returns at once. */
  interface Launch {
    JavaProcess launch() throws IOException;
  }

  /** Returns once a process serves. */
  interface Serving {
    void await(JavaProcess process) throws Exception;
  }

  private final String name;
  private final Launch launch;
  private final Serving serving;
  private JavaProcess process;
  private boolean killed = true;

  MemberProcess(String name, Launch launch, Serving serving) {
    this.name = name;
    this.launch = launch;
    this.serving = serving;
  }

  /** A broker with a second address that leads over a proxy. */
  static MemberProcess broker(Path folder, int port, int behindProxy, int proxied) {
    return new MemberProcess(
        "broker",
        () ->
            JavaProcess.launch(
                "broker",
                folder,
                BROKER_MEGABYTES,
                BrokerProcess.class,
                folder.resolve("kafka").toString(),
                Integer.toString(port),
                Integer.toString(behindProxy),
                Integer.toString(proxied)),
        process -> process.awaitOutput(BrokerProcess.READY, START_SECONDS));
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public synchronized void kill() throws InterruptedException {
    killed = true;
    process.kill();
  }

  @Override
  public void restart() throws Exception {
    launch();
    awaitServing();
  }

  /** Starts it and returns at once. */
  synchronized void launch() throws IOException {
    process = launch.launch();
  }

  /** Returns once it serves. */
  synchronized void awaitServing() throws Exception {
    serving.await(process);
    killed = false;
  }

  @Override
  public synchronized void pause() throws IOException, InterruptedException {
    process.pause();
  }

  @Override
  public synchronized void resume() throws IOException, InterruptedException {
    process.resume();
  }

  @Override
  public synchronized boolean hasEnded() {
    return !killed && !process.isAlive();
  }

  @Override
  public synchronized String output() {
    return process.output();
  }

  synchronized void end() throws InterruptedException {
    if (process != null) {
      process.kill();
    }
  }
}
