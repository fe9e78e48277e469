package org.moide.coordinator.run.results;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.moide.commlib.contract.StreamCodec;
import org.moide.commlib.port.ObjectCodec;
import org.moide.commlib.system.DaemonThreads;
import org.moide.commlib.system.SpinThenParkSignal;
import org.moide.commlib.system.WaitPolicy;
import org.moide.coordinator.run.state.RunAct;
import org.moide.coordinator.run.state.RunEvent;
import org.moide.engine.Arguments;
import org.moide.engine.Report;
import org.moide.engine.TaskApplication;
import org.moide.engine.TaskContext;
import org.moide.engine.compute.Voice;
import org.moide.engine.control.EngineReport;

@Timeout(60)
class ResultsThreadTest {
    private static final long AFTER = Duration.ofSeconds(60).toNanos();

    private final AtomicLong now = new AtomicLong(Duration.ofHours(1).toNanos());
    private final CountDownLatch read = new CountDownLatch(1);
    private final CountDownLatch merge = new CountDownLatch(1);
    private final ObjectCodec codec = new StreamCodec(ResultsThreadTest.class.getClassLoader());

    /** Its results are read, and merged, when the test says so. */
    private final class Slow implements TaskApplication<Integer, Integer>, ObjectCodec {
        @Override
        public byte[] encode(@Nullable Object value) {
            return codec.encode(value);
        }

        @Override
        public @Nullable Object decode(byte[] bytes) {
            await(read);
            return codec.decode(bytes);
        }

        @Override
        public Integer merge(Integer left, Integer right) {
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
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException over) {
            throw new AssertionError(over);
        }
    }

    private static final class Ear implements ResultsThread.Listener {
        final CountDownLatch handled = new CountDownLatch(1);

        @Override
        public void created(RunEvent.TasksCreated created) {}

        @Override
        public void taken(long loan) {}

        @Override
        public void handled() {
            handled.countDown();
        }

        @Override
        public void failed(EngineReport.Failed failure) {
            throw new AssertionError(failure);
        }
    }

    @Test
    void shouldSayOnceWhoseResultIsReadOrMergedWithoutEnd() throws InterruptedException {
        Ear ear = new Ear();
        Slow application = new Slow();
        BagStore store = (BagStore) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {BagStore.class}, (proxy, method, words) -> Map.of());
        try (ResultsThread<Integer, Integer> results = new ResultsThread<>(
                application,
                Arguments.of(),
                application,
                new Voice(said -> {}),
                store,
                false,
                ear,
                false,
                "h",
                now::get,
                SpinThenParkSignal.factory(WaitPolicy.parkAtOnce()),
                new DaemonThreads("test", (where, fault) -> {}))) {
            assertThat(results.late(now.get() + AFTER, AFTER))
                    .as("nothing is there")
                    .isNull();
            results.accept(new RunAct.Result(new RunAct.Source(0, 3, new byte[0], 2), codec.encode(5)));
            results.complete();
            results.start(1);
            String told = Awaitility.await("a result is read").until(() -> late(results), Objects::nonNull);
            assertThat(told)
                    .contains(
                            "the coordinator has been reading a result of 2 tasks from engine-3 for 60.00 s (readObject");
            assertThat(results.late(now.get() + 2 * AFTER, AFTER)).as("once").isNull();
            read.countDown();
            merge.countDown();
            ear.handled.await();
            assertThat(results.late(now.get() + 2 * AFTER, AFTER)).isNull();
        }
    }

    private @Nullable String late(ResultsThread<?, ?> results) {
        assertThat(results.late(now.get() + AFTER - 1, AFTER)).as("too early").isNull();
        assertThat(results.late(now.get() + AFTER, 0)).as("never wanted").isNull();
        return results.late(now.get() + AFTER, AFTER);
    }
}
