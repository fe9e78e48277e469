package org.moide.engine.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.moide.commlib.system.OwnProcesses;
import org.moide.monitor.linux.ControlGroups;

/** Tests {@link ChildProcess} with real child JVMs. No test leaves a child behind. */
final class ChildProcessTest {
    private static final Duration READY = Duration.ofSeconds(100);

    private final List<Throwable> faults = new CopyOnWriteArrayList<>();
    private final RecordingListener listener = new RecordingListener();
    private final List<ChildProcess> children = new ArrayList<>();

    @AfterEach
    void endAll() {
        children.forEach(ChildProcess::close);
        children.forEach(child -> assertThat(child.isAlive()).isFalse());
        assertThat(faults).isEmpty();
        await().untilAsserted(() -> assertThat(Thread.getAllStackTraces().keySet())
                .noneMatch(thread -> thread.getName().contains("-child-")));
    }

    @Test
    @Tag("jdk")
    void shouldBecomeReadyAndForwardEveryLineWhole() throws Exception {
        ChildProcess child = launch("print");
        assertThat(child.awaitReady(READY).toString()).isEqualTo("engine-3 of r1 at 127.0.0.1|::1:7111");
        await().until(() -> listener.output.contains("done"));
        child.close();

        String longLine = "x".repeat(LineStream.MOST_BYTES);
        assertThat(listener.output)
                .containsExactly(
                        "run r1 arguments --size 3 options {limit=7}",
                        "one line",
                        "?FAILED Zm9yZ2Vk",
                        longLine,
                        longLine,
                        longLine,
                        longLine,
                        "x".repeat(40_000 - 4 * LineStream.MOST_BYTES),
                        "done",
                        "closed");
        assertThat(listener.errors).containsExactly("an error with ümlauts");
        assertThat(listener.ends).containsExactly(child.ended().get(100, TimeUnit.SECONDS));
        assertThat(listener.ends.get(0).cause()).isEqualTo("ended as asked (exit code 0)");
        assertThat(listener.ends.get(0).asked()).isTrue();
    }

    @Test
    @Tag("jdk")
    void shouldNameTheSignalAndTheLastMemoryWhenItIsKilled() throws Exception {
        ChildProcess child = launch("wait");
        child.awaitReady(READY);
        await().until(() -> child.memory() != null);
        Processes.kill(child.pid());

        ChildEnd end = child.ended().get(100, TimeUnit.SECONDS);
        assertThat(end.signal()).isEqualTo("SIGKILL");
        assertThat(end.asked()).isFalse();
        assertThat(end.cause())
                .matches("was killed by SIGKILL \\(by hand, or the system was short of memory\\) \\(exit code 137\\);"
                        + " last known memory: heap \\d+ of \\d+ MiB, \\d+ MiB resident");
        assertThat(listener.ends).containsExactly(end);
    }

    @Test
    @Tag("jdk")
    void shouldNameTheCauseWhenItRunsOutOfMemory() throws Exception {
        ChildProcess child = launch(
                "exhaust", JavaCommand.likeThis(DoomedChild.class.getName()).withHeap(32 << 20));
        ChildEnd end = child.ended().get(100, TimeUnit.SECONDS);
        assertThat(end.exitCode()).isEqualTo(ChildEnd.OUT_OF_MEMORY);
        assertThat(end.cause())
                .startsWith("ran out of memory (exit code 3): Terminating due to java.lang.OutOfMemoryError")
                .contains("of 3", "MiB", "--engine-memory");
    }

    @Test
    @Tag("jdk")
    void shouldGiveTheJvmsOwnReasonWhenItEndedBeforeItsOrderCame() throws Exception {
        String script =
                "sleep 0.3; echo 'Error occurred during initialization of VM' >&2; echo 'Too small maximum heap' >&2; exit 1";
        Process process = new ProcessBuilder("sh", "-c", script).start();
        process.getOutputStream().close(); // like the stream of a process that has ended
        ChildProcess child = new ChildProcess(
                "engine-3",
                new OwnProcesses.Marked(process, "none"),
                listener,
                (where, fault) -> faults.add(fault),
                new ControlGroups(Path.of("/")));
        children.add(child);
        child.start(Orders.order("none"));

        assertThatThrownBy(() -> child.awaitReady(READY))
                .isInstanceOfSatisfying(
                        ChildFailedException.class,
                        refused -> assertThat(refused.refusal()).isEqualTo("Too small maximum heap"));
    }

    @Test
    @Tag("jdk")
    void shouldSayWhoCalledSystemExit() throws Exception {
        ChildEnd end = launch("exit").ended().get(100, TimeUnit.SECONDS);
        assertThat(end.exitCode()).isEqualTo(5);
        assertThat(end.cause())
                .startsWith("the application called System.exit (exit code 5) in engine-3-compute-0 at "
                        + DoomedChild.class.getName() + ".compute(DoomedChild.java:");
    }

    @Test
    @Tag("jdk")
    void shouldTellACrashInALineAndKeepItsReport() throws Exception {
        ChildEnd end = launch("crash").ended().get(100, TimeUnit.SECONDS);
        assertThat(end.byItself()).isTrue();
        assertThat(end.cause())
                .startsWith("ended in a crash of its JVM (exit code ")
                .contains("): SIGSEGV (0xb) in ", "Unsafe_", "; the JVM's report is in ")
                .doesNotContain("\n");
        Path file = Path.of(end.cause().replaceFirst(".*report is in ([^;]*).*", "$1"));
        assertThat(file).content().contains("SIGSEGV", "java.lang.Thread", "END.");
        Files.delete(file);
        assertThat(listener.output).as("none of the report's").containsExactly("a last line");
        assertThat(listener.errors).noneMatch(line -> line.startsWith("#") || line.contains("END."));
    }

    @Test
    void shouldEndAChildWhoseShutdownHooksDoNotEnd() throws Exception {
        ChildEnd end = launch("exit slowly").ended().get(100, TimeUnit.SECONDS);
        assertThat(end.cause()).startsWith("the application called System.exit (exit code 137)");
    }

    @Test
    void shouldTellWhatTheEngineGaveAsTheCauseOfItsEnd() throws Exception {
        ChildEnd end = launch("fail").ended().get(100, TimeUnit.SECONDS);
        assertThat(end.cause()).isEqualTo("lost its coordinator (exit code 1)");
    }

    @Test
    void shouldForwardTheBeginningOfALineThatWasNeverEnded() throws Exception {
        ChildEnd end = launch("finish").ended().get(100, TimeUnit.SECONDS);
        assertThat(end.exitCode()).isZero();
        assertThat(end.cause()).startsWith("ended").contains("(exit code 0)");
        assertThat(listener.output).containsExactly("half a line");
    }

    @Test
    @Tag("jdk")
    void shouldTakeOneOrderAfterTheOtherWhenTheyAreInOrder() {
        ChildProcess child = new ChildLauncher((where, fault) -> faults.add(fault))
                .launch(
                        JavaCommand.likeThis(DoomedChild.class.getName()),
                        Orders.order("rest").staying(),
                        listener);
        children.add(child);
        child.awaitReady(READY);
        await().until(() -> !listener.rests.isEmpty());
        assertThat(listener.rests).containsExactly("");
        assertThat(listener.output).containsExactly("half a line of r1");

        RecordingListener second = new RecordingListener();
        child.again(Orders.order("rest").staying(), second);
        child.awaitReady(READY);
        await().until(() -> !second.rests.isEmpty());
        assertThat(second.rests).containsExactly("");
        assertThat(second.output).containsExactly("half a line of r1");

        RecordingListener third = new RecordingListener();
        child.again(Orders.order("leave").staying(), third);
        await().until(() -> !third.rests.isEmpty());
        assertThat(third.rests).containsExactly("thread 'left behind'");

        RecordingListener starting = new RecordingListener();
        child.again(Orders.order("start").staying(), starting);
        await().until(() -> !starting.rests.isEmpty());
        long process = Long.parseLong(starting.output.get(0));
        assertThat(starting.rests).singleElement().asString().startsWith("process " + process + " (");
        await("its process").until(() -> ProcessHandle.of(process).isEmpty());

        RecordingListener fourth = new RecordingListener();
        child.again(Orders.order("finish"), fourth);
        await().until(() -> !fourth.ends.isEmpty());
        assertThat(fourth.output).containsExactly("half a line");
        assertThat(fourth.ends.get(0).exitCode()).isZero();
        assertThat(listener.ends).isEmpty();
        assertThat(second.ends).isEmpty();
        assertThat(third.ends).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"start and wait", "start a stubborn one and wait"})
    void shouldEndWithTheProcessesThatWereStartedInIt(String deed) {
        ChildProcess child = launch(deed);
        child.awaitReady(READY);
        await().until(() -> !listener.output.isEmpty());
        long process = Long.parseLong(listener.output.get(0));
        assertThat(ProcessHandle.of(process)).isPresent();
        child.close();
        await("its process").until(() -> ProcessHandle.of(process).isEmpty());
    }

    @Test
    void shouldEndTheProcessesThatWereStartedInItWhenItIsKilled() throws Exception {
        ChildProcess child = launch("start and wait");
        child.awaitReady(READY);
        await().until(() -> !listener.output.isEmpty());
        ProcessHandle started =
                ProcessHandle.of(Long.parseLong(listener.output.get(0))).orElseThrow();
        ProcessHandle.of(child.pid()).orElseThrow().destroyForcibly();
        child.ended().get(100, TimeUnit.SECONDS);

        assertThat(started.onExit()).succeedsWithin(30, TimeUnit.SECONDS);
        assertThat(listener.errors)
                .singleElement()
                .asString()
                .startsWith("the application has left process " + started.pid());
    }

    @Test
    void shouldRefuseAnOrderBeforeItRests() {
        ChildProcess child = launch("wait");
        child.awaitReady(READY);
        assertThatThrownBy(() -> child.again(Orders.order("wait"), new RecordingListener()))
                .hasMessageStartingWith("expected a child that rests, found engine-3");
    }

    @Test
    void shouldKeepStandardInputFromTheApplication() {
        ChildProcess child = launch("swallow");
        child.awaitReady(READY);
        await().until(() -> listener.output.contains("standard input is empty"));
        await().until(() -> !listener.errors.isEmpty());
        assertThat(listener.errors)
                .as("said once, though it is read twice")
                .containsExactly(
                        "engine-3: the application reads standard input, which an engine's JVM does not have: it"
                                + " finds its end; give it a file by --files");
        assertThat(child.isAlive()).isTrue();
    }

    @Test
    @Tag("jdk")
    void shouldDecodeAnApplicationsObjectsUnderTheFiltersOfTheJvm() {
        launch("decode").awaitReady(READY);
        await().until(() -> listener.output.size() == 2);
        assertThat(listener.output.get(0)).isEqualTo("nested true");
        assertThat(listener.output.get(1)).startsWith("received class java.net.URL, which an application may not");
    }

    @Test
    void shouldSayWhyTheEngineCouldNotStart() {
        assertThatThrownBy(() -> launch("refuse").awaitReady(READY))
                .isInstanceOf(ChildFailedException.class)
                .hasMessageContaining("engine-3 (process ")
                .hasMessageContaining("could not start: no port is free in any (exit code 1)");
    }

    @Test
    @Tag("jdk")
    void shouldSayWhatTheJvmDidNotLike() {
        JavaCommand wrong =
                JavaCommand.likeThis(DoomedChild.class.getName()).withJvmArguments(List.of("-XX:NoSuchOption"));
        assertThatThrownBy(() -> launch("wait", wrong).awaitReady(READY))
                .hasMessage("engine-3's Java did not start (exit code 1): Unrecognized VM option 'NoSuchOption'");
        assertThat(listener.errors).as("said once").isEmpty();
    }

    @Test
    void shouldEndAChildThatIsNotReadyInTime() {
        ChildProcess child = launch("never");
        await().until(() -> listener.errors.contains("thinking"));
        assertThatThrownBy(() -> child.awaitReady(Duration.ofMillis(50)))
                .hasMessageContaining("was not ready within 50 ms and was ended")
                .hasMessageContaining("thinking");
        assertThat(child.isAlive()).isFalse();
    }

    @Test
    void shouldEndAChildWhoseApplicationHoldsItBack() {
        ChildProcess child = launch("stay");
        child.awaitReady(READY);
        long start = System.nanoTime();
        child.close();
        assertThat(System.nanoTime() - start).isLessThan(TimeUnit.SECONDS.toNanos(3));
        assertThat(child.isAlive()).isFalse();
    }

    @Test
    void shouldSayWhereItLookedForJava() {
        JavaCommand like = JavaCommand.likeThis(DoomedChild.class.getName());
        JavaCommand nowhere = new JavaCommand(Path.of("/nowhere"), like.classPath(), like.mainClass(), 0, List.of());
        assertThatThrownBy(() -> launch("wait", nowhere)).hasMessageContaining("no executable /nowhere/bin/java");
    }

    @Test
    void shouldBeGoneTwoSecondsAfterItsParentWasKilled() throws Exception {
        for (String deed : List.of("wait", "stay")) {
            JavaCommand like = JavaCommand.likeThis(ParentMain.class.getName());
            Process parent = new ProcessBuilder(
                            like.javaHome().resolve("bin/java").toString(),
                            "-cp",
                            like.classPath(),
                            like.mainClass(),
                            deed)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            try (BufferedReader lines =
                    new BufferedReader(new InputStreamReader(parent.getInputStream(), StandardCharsets.UTF_8))) {
                String line = lines.readLine();
                assertThat(line).startsWith("child ");
                long child = Long.parseLong(line.substring(6));
                parent.destroyForcibly().waitFor();
                await().until(() -> Processes.isGone(child));
            } finally {
                parent.destroyForcibly();
            }
        }
    }

    @Test
    void shouldNotReadAnOrderFromAHuman() throws Exception {
        JavaCommand like = JavaCommand.likeThis(DoomedChild.class.getName());
        Process process = new ProcessBuilder(
                        like.javaHome().resolve("bin/java").toString(), "-cp", like.classPath(), like.mainClass())
                .start();
        process.getOutputStream().write("hello there\n".getBytes(StandardCharsets.UTF_8));
        process.getOutputStream().flush();
        assertThat(process.waitFor(100, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isEqualTo(EngineProcess.FAILED);
        String line = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        assertThat(String.valueOf(ControlLine.parse(line))).contains("not by hand");
    }

    private ChildProcess launch(String deed) {
        return launch(deed, JavaCommand.likeThis(DoomedChild.class.getName()));
    }

    private ChildProcess launch(String deed, JavaCommand command) {
        ChildProcess child =
                new ChildLauncher((where, fault) -> faults.add(fault)).launch(command, Orders.order(deed), listener);
        children.add(child);
        return child;
    }
}
