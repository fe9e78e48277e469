package org.moide.engine.control;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.moide.commlib.port.Surroundings;
import org.moide.commlib.system.DaemonThreads;
import org.moide.commlib.system.SpinThenParkSignal;
import org.moide.commlib.system.SystemTicker;
import org.moide.commlib.system.WaitPolicy;

class EventLoopTest {
    @Test
    void shouldGoOnWhenAnApplicationInterruptsItsThread() {
        CompletableFuture<Thread> thread = new CompletableFuture<>();
        List<Integer> taken = new CopyOnWriteArrayList<>();
        List<Throwable> faults = new CopyOnWriteArrayList<>();
        try (EventLoop<Integer> loop = new EventLoop<>(
                "test-loop",
                event -> {
                    thread.complete(Thread.currentThread());
                    taken.add(event);
                },
                now -> Long.MAX_VALUE,
                Timing.USUAL,
                new Surroundings(
                        new SystemTicker(),
                        SpinThenParkSignal.factory(WaitPolicy.parkAtOnce()),
                        new DaemonThreads("test", (where, fault) -> faults.add(fault)),
                        (where, fault) -> faults.add(fault)))) {
            loop.start();
            loop.submit(1);
            thread.join().interrupt();
            Awaitility.await().until(() -> !thread.join().isInterrupted());
            loop.submit(2);
            Awaitility.await().until(() -> taken.equals(List.of(1, 2)));
        }
        assertThat(faults).isEmpty();
    }
}
