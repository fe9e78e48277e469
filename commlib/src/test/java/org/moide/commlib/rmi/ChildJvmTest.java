package org.moide.commlib.rmi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.hamcrest.Matchers;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.moide.commlib.NotDeliveredException;
import org.moide.commlib.OutcomeUnknownException;
import org.moide.commlib.RefusedException;
import org.moide.commlib.RemoteCallException;
import org.moide.commlib.port.ObjectSpace;
import org.moide.commlib.registration.NodeReference;
import org.moide.commlib.security.ClusterSecret;

/** Tests two real processes, one of which is killed or stopped. */
@Tag("jdk")
class ChildJvmTest {
    private final Spaces spaces = new Spaces();
    private final RmiSpace here = spaces.open("here");
    private final ExecutorService threads = Executors.newCachedThreadPool();

    @AfterEach
    void close() {
        threads.shutdownNow();
        spaces.close();
    }

    private NodeReference find(ChildJvm child) {
        return here.find("localhost", child.port(), Spaces.DEADLINE);
    }

    @Test
    void shouldTellAtOnceWhenTheOtherProcessIsKilled() throws Exception {
        try (ChildJvm child = new ChildJvm()) {
            NodeReference there = find(child);
            Greeter greeter = here.proxy(there, Greeter.class, "greeter", Spaces.DEADLINE);
            assertThat(greeter.greet("child")).isEqualTo("hello child");
            AtomicLong closedAt = new AtomicLong();
            ObjectSpace.Lifeline lifeline =
                    here.openLifeline(there, "here", Spaces.DEADLINE, () -> closedAt.set(System.nanoTime()));
            Queue<Throwable> thrown = new ConcurrentLinkedQueue<>();
            Thread caller = new Thread(() -> {
                try {
                    greeter.await(60_000);
                } catch (RemoteCallException e) {
                    thrown.add(e);
                }
            });
            caller.start();
            await().until(() -> Threads.named("here-").size() >= 2 && lifeline.isOpen());
            long killed = System.nanoTime();
            child.signal("KILL");
            await().untilAtomic(closedAt, Matchers.greaterThan(0L));
            assertThat(Duration.ofNanos(closedAt.get() - killed)).isLessThan(Duration.ofSeconds(2));
            assertThat(lifeline.isOpen()).isFalse();
            caller.join();
            assertThat(thrown).singleElement().isInstanceOf(RemoteCallException.class);
            assertThatThrownBy(greeter::nothing).isInstanceOf(RemoteCallException.class);
            assertThatThrownBy(greeter::nothing)
                    .isInstanceOf(NotDeliveredException.class)
                    .hasMessageContaining("127.0.0.1 nothing listens there");
            assertThat(ringFiles(child.pid())).as("left by the killed process").isEmpty();
        }
    }

    private static List<String> ringFiles(long pid) throws IOException {
        try (Stream<Path> files = Files.list(Path.of("/dev/shm"))) {
            return files.map(Path::toString)
                    .filter(name -> name.contains("moide-ring-" + pid + "-"))
                    .toList();
        }
    }

    /** Returns the number of rings of shared memory that a process has mapped, according to the kernel. */
    private static long mappedRings(long pid) throws IOException {
        try (Stream<String> maps = Files.lines(Path.of("/proc/" + pid + "/maps"))) {
            return maps.filter(line -> line.contains("/dev/shm/moide-ring-")).count();
        }
    }

    @Test
    void shouldUseARingOnlyAfterTheGateAndLeaveNoFileOfIt() throws Exception {
        try (ChildJvm child = new ChildJvm()) {
            NodeReference there = find(child);
            ClusterSecret wrong = ClusterSecret.of("another secret, 32 bytes as well".getBytes(StandardCharsets.UTF_8));
            RmiSpace stranger = spaces.open("stranger", wrong, options -> options);
            assertThatThrownBy(() -> stranger.proxy(there, Greeter.class, "greeter", Spaces.DEADLINE)
                            .nothing())
                    .isInstanceOf(RefusedException.class);
            assertThat(mappedRings(child.pid())).isZero();
            here.proxy(there, Greeter.class, "greeter", Spaces.DEADLINE).nothing();
            assertThat(mappedRings(child.pid())).isEqualTo(1);
            assertThat(ringFiles(child.pid())).isEmpty();
        }
    }

    @Test
    void shouldEndCallsByTheirDeadlineWhenTheOtherProcessIsStopped() throws Exception {
        try (ChildJvm child = new ChildJvm()) {
            NodeReference there = find(child);
            Greeter greeter = here.proxy(there, Greeter.class, "greeter", Duration.ofMillis(800));
            // The first call of a JVM loads RMI's classes.
            here.proxy(there, Greeter.class, "greeter", Spaces.DEADLINE).nothing();
            Queue<Throwable> thrown = new ConcurrentLinkedQueue<>();
            Thread caller = new Thread(() -> {
                try {
                    here.proxy(there, Greeter.class, "greeter", Duration.ofSeconds(2))
                            .await(60_000);
                } catch (RemoteCallException e) {
                    thrown.add(e);
                }
            });
            caller.start();
            await().until(() -> caller.getState() == Thread.State.RUNNABLE
                    && java.util.Arrays.stream(caller.getStackTrace())
                            .anyMatch(frame -> frame.getMethodName().equals("receive")));
            child.signal("STOP");
            long start = System.nanoTime();
            assertThatThrownBy(greeter::nothing).isInstanceOf(RemoteCallException.class);
            Future<?> calling = threads.submit(() -> greeter.reverse(new byte[30 << 20]));
            Future<?> finding = threads.submit(() -> here.find("127.0.0.1", child.port(), Duration.ofMillis(800)));
            Future<?> opening =
                    threads.submit(() -> here.openLifeline(there, "here", Duration.ofMillis(800), () -> {}));
            assertThatThrownBy(calling::get)
                    .as("no new connection")
                    .cause()
                    .isInstanceOf(NotDeliveredException.class)
                    .hasMessageContaining("accepted the connection but did not answer");
            assertThatThrownBy(finding::get).hasCauseInstanceOf(NotDeliveredException.class);
            assertThatThrownBy(opening::get).hasCauseInstanceOf(NotDeliveredException.class);
            caller.join();
            assertThat(thrown)
                    .singleElement()
                    .isInstanceOf(OutcomeUnknownException.class)
                    .asString()
                    .contains("by its deadline");
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(5));
            child.signal("CONT");
            assertThat(here.proxy(there, Greeter.class, "greeter", Spaces.DEADLINE)
                            .greet("child"))
                    .isEqualTo("hello child");
        }
    }

    @Test
    void shouldGuardEveryStreamOfAProcessThatWasPrepared() throws Exception {
        try (ChildJvm child = new ChildJvm()) {
            assertThat(child.tell("filters")).isEqualTo("rejected rejected read rejected 1");
            here.export(Greeter.class, "greeter", new FriendlyGreeter());
            assertThat(child.tell("call " + here.self().port())).isEqualTo("hello parent 1");
            try (RawPeer hostile = new RawPeer(2, out -> out.writeObject(new CanaryFailure()))) {
                here.find("127.0.0.1", hostile.self().port(), Spaces.DEADLINE);
            } catch (NotDeliveredException e) {
                assertThat(e).hasMessageContaining("gave no reference");
            }
            assertThat(child.endsWithItsInput())
                    .as("a space that was closed keeps no JVM alive")
                    .isTrue();
        }
    }
}
