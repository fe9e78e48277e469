package org.moide.engine.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.Serializable;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.moide.commlib.Reduction;
import org.moide.commlib.Slice;
import org.moide.engine.Application;
import org.moide.engine.ComputeThread;
import org.moide.engine.Redistribution;
import org.moide.engine.control.CheckpointName;
import org.moide.engine.control.EngineCommand;
import org.moide.engine.control.EngineReport;
import org.moide.engine.control.RestorePoint;
import org.moide.engine.control.Utterance;
import org.moide.engine.spmd.WholeFiles;

/** Tests engines that end one epoch and continue in the next, with the test as their coordinator. */
class EngineEpochsTest {
    private static final int STEPS = 200; // enough that the command to leave arrives before the last step

    private final List<Redistribution<State>> redistributions = new ArrayList<>();
    private volatile int pauseAt = -1;
    private volatile int heldAt = -1;
    private final CountDownLatch paused = new CountDownLatch(1);
    private final CountDownLatch held = new CountDownLatch(1);
    private final EngineRig rig = new EngineRig(Ring::new);

    @AfterEach
    void closeRig() {
        rig.close();
        assertThat(rig.faults).isEmpty();
    }

    /** The state of one thread of {@link Ring}. */
    private static final class State implements Serializable {
        private static final long serialVersionUID = 1L;
        private int step;
        private double value;
        private int sent;
        private int received;
    }

    /**
     * An application in which each thread sends numbers to the next one in a ring. A number is received three steps
     * after it was sent, so that checkpoints contain unreceived messages.
     */
    private final class Ring implements Application {
        @Override
        public void run(ComputeThread self) throws Exception {
            State fresh = new State();
            State state = redistributions.isEmpty()
                    ? self.restore(() -> fresh)
                    : self.restore(() -> fresh, redistributions.get(0));
            int next = (self.id() + 1) % self.count();
            int before = (self.id() + self.count() - 1) % self.count();
            while (state.step < STEPS) {
                self.comm().send(next, 5, Slice.of(new double[] {self.id() + 0.5 * state.sent, state.sent}));
                state.sent++;
                if (state.sent - state.received > 3) {
                    take(self, before, state);
                }
                double[] sum = {state.value};
                self.comm().allReduce(Slice.of(sum), Reduction.SUM);
                state.value = state.value / 2 + sum[0] / 1000;
                state.step++;
                if (self.id() == 0) {
                    self.report().print("step " + state.step);
                }
                if (state.step == pauseAt && self.id() == 0) {
                    paused.countDown();
                    new CountDownLatch(1).await(); // blocks until the epoch ends
                }
                if (state.step == heldAt && self.id() == 0) {
                    paused.countDown();
                    held.await();
                }
                self.checkpoint(state);
            }
            while (state.received < state.sent) {
                take(self, before, state);
            }
            self.report().put("value of " + self.id(), state.value);
        }

        private void take(ComputeThread self, int from, State state) {
            double[] in = new double[2];
            self.comm().receive(from, 5, Slice.of(in));
            if ((int) in[1] != state.received) {
                throw new IllegalStateException(
                        "expected number " + state.received + " from " + from + ", found " + in[1]);
            }
            state.received++;
            state.value += in[0];
        }
    }

    private Set<String> undisturbed(int threads, int... seats) throws Exception {
        try (EngineRig other = new EngineRig(Ring::new)) {
            for (int seat : seats) {
                other.engine(seat);
            }
            other.start(1, threads, null, seats);
            for (int seat : seats) {
                other.await(seat, EngineReport.Finished.class, any -> true);
            }
            return said(other);
        }
    }

    private static Set<String> said(EngineRig rig) {
        Set<String> said = new HashSet<>();
        for (EngineReport.Said one : rig.all(EngineReport.Said.class)) {
            said.add(one.id() + "/" + one.number() + " "
                    + (one.utterance() instanceof Utterance.Line line ? line.text() : one.utterance()));
        }
        return said;
    }

    /**
     * Waits until all engines have left the first epoch and every part of its checkpoint is stored. Returns that
     * checkpoint.
     */
    private CheckpointName left(int... seats) throws Exception {
        return left(rig, seats);
    }

    private static CheckpointName left(EngineRig rig, int... seats) throws Exception {
        long number = 0;
        for (int seat : seats) {
            number = rig.await(seat, EngineReport.Left.class, each -> each.epoch() == 1)
                    .checkpoints();
        }
        CheckpointName name = new CheckpointName(1, number);
        for (int seat : seats) {
            rig.await(
                    seat,
                    EngineReport.CheckpointStored.class,
                    stored -> stored.checkpoint().equals(name));
        }
        return name;
    }

    private RestorePoint point(CheckpointName name, int threads, List<List<Integer>> holders) {
        return point(rig, name, threads, holders);
    }

    private static RestorePoint point(EngineRig rig, CheckpointName name, int threads, List<List<Integer>> holders) {
        List<RestorePoint.Part> parts = new ArrayList<>();
        for (int number = 0; number < holders.size(); number++) {
            parts.add(new RestorePoint.Part(
                    number * threads,
                    threads,
                    holders.get(number).stream().map(rig::holder).toList()));
        }
        return new RestorePoint(name, parts);
    }

    @Test
    void shouldGoOnFromASafePointWithNothingLostOrDoubled() throws Exception {
        Set<String> expected = undisturbed(2, 0, 1);
        heldAt = 50; // the threads pause at this step until the command to leave has arrived
        rig.engine(0).engine(1);
        rig.start(1, 2, null, 0, 1);
        rig.await(
                0,
                EngineReport.CheckpointStored.class,
                stored -> stored.checkpoint().number() >= 3);
        paused.await();
        rig.tell(1, new EngineCommand.LeaveAtSafePoint(1));
        held.countDown();
        CheckpointName last = left(0, 1);
        rig.start(2, 2, point(last, 2, List.of(List.of(0), List.of(1))), 0, 1);
        rig.await(0, EngineReport.Finished.class, any -> true);
        rig.await(1, EngineReport.Finished.class, any -> true);
        assertThat(said(rig)).isEqualTo(expected);
        assertThat(rig.all(EngineReport.Said.class)).as("nothing is repeated").hasSize(expected.size());
        assertThat(last.number()).isLessThan(STEPS);
    }

    @Test
    void shouldGoOnFromTheSafePointWhereItIsLeftWhenOthersAreNotKept() throws Exception {
        Set<String> expected = undisturbed(2, 0, 1);
        heldAt = 5;
        rig.checkpointShare(1e-9).engine(0).engine(1);
        rig.start(1, 2, null, 0, 1);
        paused.await();
        rig.tell(0, new EngineCommand.LeaveAtSafePoint(1));
        rig.tell(1, new EngineCommand.LeaveAtSafePoint(1));
        held.countDown();
        CheckpointName last = left(0, 1);
        assertThat(last.number()).as("the first and this one").isEqualTo(2);
        rig.start(2, 2, point(last, 2, List.of(List.of(0), List.of(1))), 0, 1);
        rig.await(0, EngineReport.Finished.class, any -> true);
        rig.await(1, EngineReport.Finished.class, any -> true);
        assertThat(said(rig)).isEqualTo(expected);
        assertThat(rig.all(EngineReport.Said.class)).as("nothing is repeated").hasSize(expected.size());
    }

    /**
     * Counts steps together with all other threads, with a checkpoint after each. It can continue with another number
     * of threads.
     */
    private void count(ComputeThread self) throws Exception {
        State fresh = new State();
        State state = self.restore(() -> fresh, (all, now) -> all.get(0));
        while (state.step < STEPS) {
            self.comm().barrier();
            state.step++;
            if (state.step == heldAt && self.id() == 0) {
                paused.countDown();
                held.await();
            }
            self.checkpoint(state);
        }
    }

    @Test
    void shouldKeepEachStateTwiceWhenTheNumberOfIdsChanges() throws Exception {
        heldAt = 5;
        try (EngineRig counting = new EngineRig(() -> (Application) this::count)) {
            counting.engine(0).engine(1).engine(2);
            counting.start(1, 1, null, 0, 1, 2);
            paused.await();
            List.of(0, 1, 2).forEach(seat -> counting.tell(seat, new EngineCommand.LeaveAtSafePoint(1)));
            held.countDown();
            CheckpointName last = left(counting, 0, 1, 2);
            counting.start(2, 1, point(counting, last, 1, List.of(List.of(0), List.of(1), List.of(2))), 0, 1);

            for (int seat = 0; seat < 2; seat++) {
                int first = seat; // seat 0 keeps the state of ID 0, and seat 1 those of IDs 1 and 2
                int buddy = 1 - seat;
                EngineReport.CheckpointStored twice = counting.await(
                        seat,
                        EngineReport.CheckpointStored.class,
                        stored -> stored.checkpoint().equals(last)
                                && stored.firstId() == first
                                && stored.seats().contains(buddy));
                assertThat(twice.ids()).isEqualTo(1 + seat);
            }
        }
    }

    @Test
    void shouldGoBackToTheLastCheckpointAtABuddyWhenAnEngineIsLost() throws Exception {
        Set<String> expected = undisturbed(2, 0, 1);
        pauseAt = 7;
        rig.engine(0).engine(1);
        rig.start(1, 2, null, 0, 1);
        paused.await();
        rig.await(
                0,
                EngineReport.CheckpointStored.class,
                stored -> stored.checkpoint().number() == 6);
        rig.await(
                1,
                EngineReport.CheckpointStored.class,
                stored -> stored.checkpoint().number() == 6);
        pauseAt = -1;
        rig.kill(1);
        rig.tell(0, new EngineCommand.EndEpoch(1, "engine-1 is lost"));
        rig.await(0, EngineReport.Left.class, left -> left.epoch() == 1);
        rig.engine(2);
        rig.start(2, 2, point(new CheckpointName(1, 6), 2, List.of(List.of(0), List.of(0))), 0, 2);
        rig.await(0, EngineReport.Finished.class, any -> true);
        rig.await(2, EngineReport.Finished.class, any -> true);
        assertThat(said(rig)).isEqualTo(expected);
    }

    @Test
    void shouldStartAgainWhenNothingWasSavedYet() throws Exception {
        Set<String> expected = undisturbed(1, 0, 1);
        pauseAt = 1;
        rig.engine(0).engine(1);
        rig.start(1, 1, null, 0, 1);
        paused.await();
        pauseAt = -1;
        rig.tellAll(new EngineCommand.EndEpoch(1, "a trial"));
        rig.await(0, EngineReport.Left.class, left -> left.epoch() == 1);
        rig.await(1, EngineReport.Left.class, left -> left.epoch() == 1);
        rig.start(2, 1, null, 0, 1);
        rig.await(0, EngineReport.Finished.class, any -> true);
        rig.await(1, EngineReport.Finished.class, any -> true);
        assertThat(said(rig)).isEqualTo(expected);
    }

    @Test
    void shouldSayWhichStateIsLostWhenNobodyHasIt() throws Exception {
        pauseAt = 4;
        rig.engine(0).engine(1);
        rig.start(1, 1, null, 0, 1);
        paused.await();
        rig.await(
                0,
                EngineReport.CheckpointStored.class,
                stored -> stored.checkpoint().number() == 3);
        rig.kill(1);
        rig.tell(0, new EngineCommand.EndEpoch(1, "engine-1 is lost"));
        rig.await(0, EngineReport.Left.class, left -> true);
        rig.engine(1);
        assertThat(failure(point(new CheckpointName(1, 3), 1, List.of(List.of(0), List.of()))))
                .contains("the state of ID 1 in checkpoint 3 of epoch 1 is lost: nobody keeps it any more")
                .contains("--checkpoint-dir");
    }

    private String failure(RestorePoint from) throws Exception {
        Thread starter = new Thread(() -> {
            try {
                rig.start(2, 1, from, 0, 1);
            } catch (Exception never) {
                // The engine is never registered.
            }
        });
        starter.setDaemon(true);
        starter.start();
        return rig.await(1, EngineReport.Failed.class, any -> true).headline();
    }

    @Test
    void shouldGoOnInMemoryAndSayWhyWhenTheDiskIsFull() throws Exception {
        pauseAt = 4;
        rig.directory = "/checkpoints/of-the-run";
        rig.disk = new FullDisk();
        rig.engine(0).engine(1);
        rig.start(1, 1, null, 0, 1);
        paused.await();

        EngineReport.CheckpointStored stored = rig.await(
                0,
                EngineReport.CheckpointStored.class,
                part -> part.checkpoint().number() == 3);

        assertThat(stored.problem())
                .contains("cannot write checkpoint 3 of epoch 1 to /checkpoints/of-the-run")
                .contains("No space left");
        assertThat(stored.onDisk()).isEmpty();
        assertThat(stored.seats()).containsExactly(0, 1);
    }

    private static final class FullDisk implements WholeFiles {
        @Override
        public void write(Path file, List<ByteBuffer> content) throws IOException {
            throw new IOException("No space left on device");
        }

        @Override
        public byte @Nullable [] read(Path file) {
            return null;
        }

        @Override
        public List<Path> list(Path folder) {
            return List.of();
        }

        @Override
        public void delete(Path path) {
            // There is nothing to delete.
        }
    }

    @Test
    void shouldGoOnFromDiskWhenNobodyElseHasTheStates(@TempDir Path folder) throws Exception {
        Set<String> expected = undisturbed(1, 0, 1);
        pauseAt = 9;
        rig.directory = folder.toString();
        rig.engine(0).engine(1);
        rig.start(1, 1, null, 0, 1);
        paused.await();
        rig.await(
                0,
                EngineReport.CheckpointStored.class,
                stored -> stored.checkpoint().number() == 8);
        rig.await(
                1,
                EngineReport.CheckpointStored.class,
                stored -> stored.checkpoint().number() == 8);
        pauseAt = -1;
        rig.kill(0);
        rig.kill(1);
        rig.engine(0).engine(1);
        rig.start(2, 1, point(new CheckpointName(1, 8), 1, List.of(List.of(), List.of())), 0, 1);
        rig.await(0, EngineReport.Finished.class, any -> true);
        rig.await(1, EngineReport.Finished.class, any -> true);
        assertThat(said(rig)).isEqualTo(expected);
    }
}
