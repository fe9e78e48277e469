package org.moide.engine.control;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.moide.commlib.NotDeliveredException;
import org.moide.commlib.OutcomeUnknownException;
import org.moide.commlib.RefusedException;
import org.moide.commlib.contract.UnexpectedFaults;
import org.moide.commlib.port.Surroundings;
import org.moide.commlib.system.SpinThenParkSignal;
import org.moide.commlib.system.SystemTicker;
import org.moide.commlib.system.WaitPolicy;

class OutboxTest {
    private final List<Integer> arrived = Collections.synchronizedList(new ArrayList<>());
    private final PostingOrder order = new PostingOrder();
    private final List<String> givenUp = new CopyOnWriteArrayList<>();

    @Test
    void shouldDeliverEachMessageOnceAndInOrderWhenCallsAndAnswersAreLost() throws Exception {
        AtomicInteger calls = new AtomicInteger();
        try (Outbox<Integer> outbox = outbox(posting -> {
            int call = calls.incrementAndGet();
            if (call % 3 == 1) {
                throw new NotDeliveredException("planned: the call is lost", null);
            }
            receive(posting);
            if (call % 3 == 2) {
                throw new OutcomeUnknownException("planned: the answer is lost", null);
            }
        })) {
            for (int message = 0; message < 1_000; message++) {
                outbox.post(message);
            }
            assertThat(outbox.flush(TimeUnit.SECONDS.toNanos(20))).isTrue();
        }
        assertThat(arrived).isEqualTo(IntStream.range(0, 1_000).boxed().toList());
        assertThat(givenUp).isEmpty();
    }

    @Test
    void shouldGiveUpAtOnceWhenRefused() {
        try (Outbox<Integer> outbox = outbox(posting -> {
            throw new RefusedException("planned: wrong secret", null);
        })) {
            outbox.post(1);
            Awaitility.await().until(() -> !givenUp.isEmpty());
        }
        assertThat(givenUp).singleElement().asString().contains("wrong secret");
    }

    @Test
    void shouldGiveUpOnceWhenNobodyCanBeReachedForAsLongAsSilenceMayLast() {
        AtomicInteger calls = new AtomicInteger();
        try (Outbox<Integer> outbox = outbox(Timing.USUAL.faster(200), posting -> {
            calls.incrementAndGet();
            throw new NotDeliveredException("planned: nobody there", null);
        })) {
            outbox.post(1);
            Awaitility.await().until(() -> !givenUp.isEmpty());
            outbox.post(2);
        }
        assertThat(givenUp).containsExactly("planned: nobody there");
        assertThat(calls).hasValueGreaterThan(5); // 300 ms with pauses of at most 5 ms
    }

    @Test
    void shouldEndItsThreadWhenClosedDuringResending() {
        CompletableFuture<Thread> thread = new CompletableFuture<>();
        Outbox<Integer> outbox = outbox(posting -> {
            thread.complete(Thread.currentThread());
            throw new NotDeliveredException("planned: nobody there", null);
        });
        outbox.post(1);
        Thread sender = thread.join();
        outbox.close();
        Awaitility.await().until(() -> !sender.isAlive());
        assertThat(givenUp).isEmpty();
    }

    @Test
    void shouldGoOnSendingWhenAnApplicationInterruptsItsThread() throws Exception {
        CompletableFuture<Thread> thread = new CompletableFuture<>();
        try (Outbox<Integer> outbox = outbox(posting -> {
            thread.complete(Thread.currentThread());
            receive(posting);
        })) {
            outbox.post(1);
            Thread sender = thread.join();
            sender.interrupt();
            Awaitility.await().until(() -> sender.getState() == Thread.State.WAITING && !sender.isInterrupted());
            outbox.post(2);
            assertThat(outbox.flush(TimeUnit.SECONDS.toNanos(20))).isTrue();
        }
        assertThat(arrived).containsExactly(1, 2);
    }

    private void receive(Posting<Integer> posting) {
        if (order.accept(posting)) {
            arrived.addAll(posting.messages());
        }
    }

    private Outbox<Integer> outbox(Consumer<Posting<Integer>> call) {
        return outbox(Timing.USUAL, call);
    }

    private Outbox<Integer> outbox(Timing timing, Consumer<Posting<Integer>> call) {
        ThreadFactory threads = task -> {
            Thread thread = new Thread(task);
            thread.setDaemon(true);
            return thread;
        };
        return new Outbox<>(
                7,
                "test-outbox",
                call,
                givenUp::add,
                timing,
                new Surroundings(
                        new SystemTicker(),
                        SpinThenParkSignal.factory(WaitPolicy.parkAtOnce()),
                        threads,
                        UnexpectedFaults::fail));
    }
}
