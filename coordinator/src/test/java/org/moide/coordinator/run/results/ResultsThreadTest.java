package org.moide.coordinator.run.results;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.moide.commlib.contract.StreamCodec;
import org.moide.commlib.contract.UnexpectedFaults;
import org.moide.commlib.port.ObjectCodec;
import org.moide.commlib.port.Surroundings;
import org.moide.commlib.system.DaemonThreads;
import org.moide.commlib.system.SpinThenParkSignal;
import org.moide.commlib.system.WaitPolicy;
import org.moide.coordinator.run.state.RunAct;
import org.moide.coordinator.run.state.RunCoreEvent;
import org.moide.engine.Arguments;
import org.moide.engine.Report;
import org.moide.engine.TaskApplication;
import org.moide.engine.TaskContext;
import org.moide.engine.bag.TaskTimes;
import org.moide.engine.compute.Voice;
import org.moide.engine.control.EngineReport;
import org.moide.engine.control.TaskSettings;

class ResultsThreadTest {
    private static final long AFTER = Duration.ofSeconds(60).toNanos();
    private static final long SECOND = Duration.ofSeconds(1).toNanos();

    private final AtomicLong now = new AtomicLong(Duration.ofHours(1).toNanos());
    private final CountDownLatch read = new CountDownLatch(1);
    private final CountDownLatch merge = new CountDownLatch(1);
    private final CountDownLatch merging = new CountDownLatch(1);
    private final ObjectCodec codec = new StreamCodec(ResultsThreadTest.class.getClassLoader());

    private final Ear ear = new Ear();
    private boolean deaf;
    private boolean full;

    /** An application that decodes and merges results only when the test allows it to. */
    private final class Slow implements TaskApplication<Integer, Integer>, ObjectCodec {
        @Override
        public byte[] encode(@Nullable Object value) {
            return codec.encode(value);
        }

        @Override
        public @Nullable Object decode(byte[] bytes) {
            if (bytes.length > 0) { // an empty array stands for a task whose name is asked for
                await(read);
            }
            return bytes.length == 0 ? "five" : codec.decode(bytes);
        }

        @Override
        public Integer merge(Integer left, Integer right) {
            if (full) {
                throw new OutOfMemoryError("planted");
            }
            merging.countDown();
            await(merge);
            return left + right;
        }

        @Override
        public Integer identity() {
            return 0;
        }

        @Override
        public void createTasks(TaskContext<Integer> context) {}

        @Override
        public Integer executeTask(Integer task, TaskContext<Integer> context) {
            return task;
        }

        @Override
        public void handleResults(Integer result, Report report) {}

        private void await(CountDownLatch latch) {
            try {
                latch.await();
            } catch (InterruptedException over) {
                if (!deaf) {
                    throw new IllegalStateException(over);
                }
                await(latch);
            }
        }
    }

    private static final class Ear implements Consumer<RunCoreEvent> {
        final CountDownLatch handled = new CountDownLatch(1);
        final BlockingQueue<EngineReport.Failed> failures = new LinkedBlockingQueue<>();

        @Override
        public void accept(RunCoreEvent event) {
            if (event instanceof RunCoreEvent.ResultsHandled) {
                handled.countDown();
            } else if (event instanceof RunCoreEvent.ApplicationFailed failed) {
                failures.add(failed.failure());
            }
        }

        String failure() throws InterruptedException {
            return Objects.requireNonNull(failures.poll(100, TimeUnit.SECONDS), "a failure")
                    .headline();
        }
    }

    private ResultsThread<Integer, Integer> thread(long limitNanos) {
        Slow application = new Slow();
        BagStore store = (BagStore) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {BagStore.class}, (proxy, method, words) -> Map.of());
        return new ResultsThread<>(
                application,
                Arguments.of(),
                application,
                new Voice(said -> {}),
                store,
                false,
                ear,
                TaskSettings.DEFAULT.limited(limitNanos),
                "h",
                new Surroundings(
                        now::get,
                        SpinThenParkSignal.factory(WaitPolicy.parkAtOnce()),
                        new DaemonThreads("test", (where, fault) -> {}),
                        UnexpectedFaults::fail));
    }

    /** Starts the thread and gives it one result, which is that of two tasks. The first of the tasks is "five". */
    private void start(ResultsThread<Integer, Integer> results) {
        results.accept(new RunAct.Result(new RunAct.Source(0, 3, new byte[0], 2), codec.encode(5)));
        results.complete();
        results.start(1);
    }

    @Test
    void shouldSayOnceWhoseResultIsReadOrMergedWithoutEnd() throws InterruptedException {
        try (ResultsThread<Integer, Integer> results = thread(TaskTimes.ANY_NANOS)) {
            assertThat(results.late(now.get() + AFTER, AFTER))
                    .as("nothing is there")
                    .isNull();
            start(results);
            String told = Awaitility.await("a result is read").until(() -> late(results), Objects::nonNull);
            assertThat(told)
                    .contains(
                            "the coordinator has been reading a result of 2 tasks from engine-3 for 60.00 s (readObject");
            assertThat(results.late(now.get() + 2 * AFTER, AFTER)).as("once").isNull();
            lookFor(results, 100 * AFTER);
            read.countDown();
            merge.countDown();
            ear.handled.await();
            assertThat(results.late(now.get() + 2 * AFTER, AFTER)).isNull();
            assertThat(ear.failures).isEmpty();
        }
    }

    private @Nullable String late(ResultsThread<?, ?> results) {
        assertThat(results.late(now.get() + AFTER - 1, AFTER)).as("too early").isNull();
        assertThat(results.late(now.get() + AFTER, 0)).as("never wanted").isNull();
        return results.late(now.get() + AFTER, AFTER);
    }

    /** Calls {@code look} as often as it would be called in this time, once a second. */
    private void lookFor(ResultsThread<?, ?> results, long nanos) {
        for (long end = now.get() + nanos; now.get() < end; ) {
            results.look(now.addAndGet(SECOND));
        }
    }

    private void startAndAwaitTaking(ResultsThread<Integer, Integer> results) {
        start(results);
        Awaitility.await("a result is taken").until(() -> results.late(now.get() + AFTER, AFTER) != null);
    }

    @Test
    void shouldEndTheRunForAResultThatTakesLongerThanATaskMay() throws InterruptedException {
        try (ResultsThread<Integer, Integer> results = thread(90 * SECOND)) {
            startAndAwaitTaking(results);
            lookFor(results, 90 * SECOND);
            assertThat(ear.failures).isEmpty();
            lookFor(results, SECOND);
            assertThat(ear.failure())
                    .startsWith("expected the result of task five and 1 other from engine 3, of ")
                    .contains(" to be read (readObject, hashCode or equals) in 90.00 s, found that it goes on");
        }
    }

    @Test
    void shouldGiveAResultAMinuteAtLeast() throws InterruptedException {
        try (ResultsThread<Integer, Integer> results = thread(SECOND)) {
            startAndAwaitTaking(results);
            lookFor(results, 60 * SECOND);
            read.countDown();
            merge.countDown();
            ear.handled.await();
            assertThat(ear.failures).isEmpty();
        }
    }

    @Test
    void shouldEndTheRunOnceWhenMergingIsDeafToTheInterrupt() throws InterruptedException {
        deaf = true;
        read.countDown();
        try (ResultsThread<Integer, Integer> results = thread(SECOND)) {
            start(results);
            merging.await();
            lookFor(results, 61 * SECOND + TaskTimes.GRACE_NANOS - SECOND);
            assertThat(ear.failures).isEmpty();
            lookFor(results, 10 * SECOND);
            assertThat(ear.failure()).contains(" to be merged (handlePartial or merge) in 60.00 s, found");
            assertThat(ear.failures).isEmpty();
            merge.countDown();
        }
    }

    @Test
    void shouldSayWhoseResultThereIsNoMemoryFor() throws InterruptedException {
        full = true;
        read.countDown();
        try (ResultsThread<Integer, Integer> results = thread(TaskTimes.ANY_NANOS)) {
            start(results);
            assertThat(ear.failure())
                    .contains(
                            " for the result of task five and 1 other from engine 3, which has ",
                            " and is to be merged, found none: ");
        }
        try (ResultsThread<Integer, Integer> results = thread(TaskTimes.ANY_NANOS)) {
            results.noRoom(new RunAct.NoRoom(new RunAct.Source(7, 3, new byte[0], 1), 5 << 20));
            results.start(1);
            assertThat(ear.failure())
                    .contains(
                            " for the result of task five from engine 3, which has 5.0 MiB and is to come, found none: ");
        }
    }
}
