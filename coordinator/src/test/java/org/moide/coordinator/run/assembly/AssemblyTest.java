package org.moide.coordinator.run.assembly;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.moide.commlib.registration.NodeReference;
import org.moide.commlib.system.DaemonThreads;
import org.moide.coordinator.run.state.AssembledEngine;
import org.moide.coordinator.run.state.Seat;
import org.moide.coordinator.run.state.Seats;
import org.moide.coordinator.selection.Assignment;
import org.moide.coordinator.selection.Candidate;
import org.moide.coordinator.selection.FreeProcessors;
import org.moide.coordinator.selection.NoHostsException;
import org.moide.engine.control.Timing;

class AssemblyTest {
    private static final Duration SHORT = Duration.ofMillis(50);

    private final ExecutorService helpers =
            Executors.newCachedThreadPool(new DaemonThreads("test", (where, fault) -> {}));
    private final Assembly assembly = new Assembly(helpers, (where, fault) -> {});
    private final List<Assignment> assignments = new ArrayList<>();
    private final CountDownLatch ready = new CountDownLatch(1);

    private interface Making {
        void pass() throws InterruptedException;
    }

    private void engine(Making making) {
        int number = assignments.size();
        Candidate candidate = new Candidate("h" + number + ":7100", "h" + number, "m" + number, 1, 1, 1, 1, 0);
        assignments.add(new Assignment(number, candidate, 1, 1, 1, 1, 1));
        assembly.offer(candidate, new EngineSite() {
            @Override
            public AssembledEngine assemble(Assignment assignment, ThreadsThere there) {
                try {
                    making.pass();
                } catch (InterruptedException over) {
                    throw new NoHostsException("the run ends");
                }
                NodeReference node = new NodeReference("engine-" + assignment.engine(), List.of("127.0.0.1"), 7_100);
                return AssembledEngine.made(assignment, "h", node, 1);
            }

            @Override
            public void close() {}
        });
    }

    @AfterEach
    void close() {
        assembly.close();
        helpers.shutdown();
    }

    @Test
    void shouldNotWaitForOneThatIsLateAndHaveItWhenItIsReady() throws InterruptedException {
        engine(ready::await);
        engine(() -> {});
        engine(() -> {
            throw new NoHostsException("its Java is gone");
        });
        assembly.begin(assignments, FreeProcessors.of(List.of(), 0, false));

        List<AssembledEngine> engines = assembly.await(SHORT);
        assertThat(engines).extracting(AssembledEngine::number).containsExactly(0, 1, 2);
        assertThat(engines).extracting(AssembledEngine::isMade).containsExactly(false, true, false);
        assertThat(engines).extracting(AssembledEngine::isLate).containsExactly(true, false, false);
        Seats seats = new Seats(engines, Timing.USUAL, 0);
        assertThat(seats.all()).extracting(Seat::number).containsExactly(1, 2);
        assertThat(seats.next()).as("0 is kept for the late one").isEqualTo(3);

        ready.countDown();
        AssembledEngine late = assembly.late(0);
        assertThat(late.isMade()).isTrue();
        assertThat(late.number()).isZero();
    }

    @Test
    void shouldWaitForTheFirstThatIsReadyHoweverLate() throws Exception {
        engine(ready::await);
        engine(() -> {
            throw new NoHostsException("its Java is gone");
        });
        assembly.begin(assignments, FreeProcessors.of(List.of(), 0, false));
        Future<List<AssembledEngine>> made = helpers.submit(() -> assembly.await(Duration.ZERO));
        Awaitility.await("the other has failed")
                .until(() -> assembly.late(1).whyNotMade().equals("its Java is gone"));
        assertThat(made.isDone()).isFalse();
        ready.countDown();

        assertThat(made.get()).extracting(AssembledEngine::isMade).containsExactly(true, false);
    }

    @Test
    void shouldWaitForAllWhereAllAreNeeded() throws Exception {
        engine(() -> {});
        engine(ready::await);
        assembly.begin(assignments, FreeProcessors.of(List.of(), 0, false));
        Future<List<AssembledEngine>> made = helpers.submit(() -> assembly.await(null));
        assertThat(assembly.late(0).isMade()).isTrue();
        ready.countDown();

        assertThat(made.get()).extracting(AssembledEngine::isMade).containsExactly(true, true);
    }
}
