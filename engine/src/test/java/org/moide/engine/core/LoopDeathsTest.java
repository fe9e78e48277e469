package org.moide.engine.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ThreadFactory;
import org.junit.jupiter.api.Test;
import org.moide.balance.loan.LoanOutput;
import org.moide.commlib.contract.UnexpectedFaults;
import org.moide.commlib.port.ObjectSpace;
import org.moide.commlib.port.Signal;
import org.moide.commlib.port.Surroundings;
import org.moide.commlib.port.Ticker;
import org.moide.commlib.registration.NodeReference;
import org.moide.commlib.system.DaemonThreads;
import org.moide.commlib.system.FatalErrors;
import org.moide.commlib.system.SpinThenParkSignal;
import org.moide.commlib.system.SystemTicker;
import org.moide.commlib.system.WaitPolicy;
import org.moide.engine.control.CheckpointName;
import org.moide.engine.control.EventLoop;
import org.moide.engine.control.Outbox;
import org.moide.engine.control.Timing;
import org.moide.engine.spmd.CheckpointStore;
import org.moide.engine.spmd.CheckpointWriter;

/** Tests that if one of an engine's threads dies of an error, the engine's process ends. */
class LoopDeathsTest {
    private static final NodeReference NODE = new NodeReference("coordinator", List.of("localhost"), 7000);

    private final List<FatalErrors.Death> deaths = new CopyOnWriteArrayList<>();
    private final FatalErrors faults = new FatalErrors((where, fault) -> {});
    private final ThreadFactory threads = new DaemonThreads("test", faults);
    private final Signal.Factory signals = SpinThenParkSignal.factory(WaitPolicy.parkAtOnce());
    private final Ticker ticker = new SystemTicker();

    LoopDeathsTest() {
        faults.endBy(deaths::add);
    }

    private static <T> T planted() {
        throw new StackOverflowError("planted");
    }

    private void awaitDeath(String thread) {
        await("the end of " + thread).until(() -> !deaths.isEmpty());
        assertThat(deaths).singleElement().satisfies(death -> {
            assertThat(death.isOfLoop()).isTrue();
            assertThat(death.inWords()).contains("thread " + thread + " died", "planted");
        });
    }

    @Test
    void shouldEndTheProcessWhenTheControlThreadDies() {
        try (EventLoop<Integer> loop = new EventLoop<>(
                "engine-1-control",
                event -> planted(),
                now -> Long.MAX_VALUE,
                Timing.USUAL,
                new Surroundings(ticker, signals, threads, faults))) {
            loop.start();
            loop.submit(1);
            awaitDeath("engine-1-control");
        }
    }

    @Test
    void shouldEndTheProcessWhenTheThreadThatSendsReportsDiesOfAnExceptionToo() {
        try (Outbox<Integer> outbox = new Outbox<>(
                1,
                "engine-1-outbox",
                posting -> {
                    throw new IllegalStateException("planted");
                },
                why -> {},
                Timing.USUAL,
                new Surroundings(ticker, signals, threads, UnexpectedFaults::fail))) {
            outbox.post(1);
            awaitDeath("engine-1-outbox");
        }
    }

    @Test
    void shouldEndTheProcessWhenTheThreadThatEncodesDies() {
        Encoding encoding = new Encoding(
                "engine-1-encode",
                job -> planted(),
                new Surroundings(System::nanoTime, signals, threads, UnexpectedFaults::fail));
        encoding.add(new LoanOutput.EncodeTasks(1, List.of()));
        awaitDeath("engine-1-encode");
        encoding.close();
    }

    @Test
    void shouldEndTheProcessWhenTheWatchOfTheCoordinatorDies() {
        ObjectSpace space = (ObjectSpace) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {ObjectSpace.class}, (self, method, values) -> planted());
        try (CoordinatorWatch watch = new CoordinatorWatch(
                space,
                NODE,
                "engine-1",
                () -> {},
                Timing.USUAL,
                new Surroundings(ticker, signals, threads, UnexpectedFaults::fail))) {
            assertThat(watch).isNotNull();
            awaitDeath("engine-1-lifeline");
        }
    }

    @Test
    void shouldEndTheProcessWhenTheThreadThatStoresCheckpointsDies() {
        try (CheckpointWriter writer = new CheckpointWriter(
                "engine-1-checkpoints",
                new CheckpointStore(),
                null,
                holder -> planted(),
                (part, atBuddy, onDisk, problem) -> planted(),
                Timing.USUAL,
                new Surroundings(ticker, signals, threads, UnexpectedFaults::fail))) {
            writer.store(new CheckpointWriter.Part(new CheckpointName(1, 1), Map.of(1, new byte[1]), null));
            awaitDeath("engine-1-checkpoints");
        }
    }

    @Test
    void shouldTryAgainToStartAThreadThatCouldNotBeHad() {
        List<Runnable> begun = new CopyOnWriteArrayList<>();
        List<Error> planned = new CopyOnWriteArrayList<>(List.of(new OutOfMemoryError("no thread")));
        Encoding encoding = new Encoding(
                "engine-1-encode",
                job -> {},
                new Surroundings(
                        System::nanoTime,
                        signals,
                        task -> new Thread(task) {
                            @Override
                            public synchronized void start() {
                                if (!planned.isEmpty()) {
                                    throw planned.remove(0);
                                }
                                begun.add(task);
                            }
                        },
                        UnexpectedFaults::fail));
        LoanOutput.EncodeTasks job = new LoanOutput.EncodeTasks(1, List.of());
        org.assertj.core.api.Assertions.assertThatThrownBy(() -> encoding.add(job))
                .isInstanceOf(OutOfMemoryError.class);
        encoding.add(job);
        assertThat(begun).hasSize(1);
        encoding.close();
    }
}
