package org.moide.engine.control;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.moide.commlib.NotDeliveredException;
import org.moide.commlib.OutcomeUnknownException;
import org.moide.commlib.RefusedException;
import org.moide.commlib.system.SpinThenParkSignal;
import org.moide.commlib.system.SystemTicker;
import org.moide.commlib.system.WaitPolicy;

@Timeout(30)
class OutboxTest {
    private final List<Integer> arrived = Collections.synchronizedList(new ArrayList<>());
    private final PostingOrder order = new PostingOrder();
    private final AtomicReference<String> givenUp = new AtomicReference<>("");

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
        assertThat(givenUp.get()).isEmpty();
    }

    @Test
    void shouldGiveUpAtOnceWhenRefused() {
        try (Outbox<Integer> outbox = outbox(posting -> {
            throw new RefusedException("planned: wrong secret", null);
        })) {
            outbox.post(1);
            Awaitility.await().until(() -> !givenUp.get().isEmpty());
        }
        assertThat(givenUp.get()).contains("wrong secret");
    }

    @Test
    void shouldEndItsThreadWhenClosedDuringResending() {
        AtomicReference<Thread> thread = new AtomicReference<>();
        Outbox<Integer> outbox = outbox(posting -> {
            thread.set(Thread.currentThread());
            throw new NotDeliveredException("planned: nobody there", null);
        });
        outbox.post(1);
        Awaitility.await().until(() -> thread.get() != null);
        outbox.close();
        Awaitility.await().until(() -> !thread.get().isAlive());
        assertThat(givenUp.get()).isEmpty();
    }

    private void receive(Posting<Integer> posting) {
        if (order.accept(posting)) {
            arrived.addAll(posting.messages());
        }
    }

    private Outbox<Integer> outbox(Consumer<Posting<Integer>> call) {
        ThreadFactory threads = task -> {
            Thread thread = new Thread(task);
            thread.setDaemon(true);
            return thread;
        };
        return new Outbox<>(
                7,
                "test-outbox",
                call,
                givenUp::set,
                new SystemTicker(),
                SpinThenParkSignal.factory(WaitPolicy.parkAtOnce()),
                threads);
    }
}
