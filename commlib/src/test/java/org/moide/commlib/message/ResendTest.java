package org.moide.commlib.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.moide.commlib.MemberLostException;
import org.moide.commlib.NotDeliveredException;
import org.moide.commlib.OutcomeUnknownException;
import org.moide.commlib.RefusedException;
import org.moide.commlib.contract.ConditionSignal;
import org.moide.commlib.contract.DirectSystem;
import org.moide.commlib.contract.TestSystems;
import org.moide.commlib.port.Signal;

final class ResendTest {
    private static final CommLimits HASTY = resendingFor(Duration.ofMillis(50));

    private static CommLimits resendingFor(Duration time) {
        return new CommLimits(
                64 << 10,
                8 << 20,
                1 << 20,
                256,
                1 << 20,
                time,
                Duration.ofMillis(1),
                Duration.ofMillis(4),
                CommLimits.DEFAULT.collectiveWithin(),
                CommLimits.DEFAULT.tuning());
    }

    /** Returns a port whose calls run {@code trouble} before they reach the target. */
    private static MessagePort wire(MessagePort target, Runnable trouble) {
        return new MessagePort() {
            @Override
            public Acknowledgement deliver(Batch batch) {
                trouble.run();
                return target.deliver(batch);
            }

            @Override
            public Chunk fetch(ChunkRequest request) {
                trouble.run();
                return target.fetch(request);
            }
        };
    }

    @Test
    void shouldCountAnEngineAsLostWhenNothingGetsThroughInTime() {
        Runnable deaf = () -> {
            throw new OutcomeUnknownException("no answer", new IllegalStateException("test"));
        };
        try (DirectSystem system = new DirectSystem(HASTY, port -> wire(port, deaf), 2, 1)) {
            List<@Nullable Throwable> thrown = system.run(comm -> {
                if (comm.id() == 0) {
                    comm.send(2, 0, new int[1]);
                } else if (comm.id() == 1) {
                    comm.receive(2, 0, new int[1]);
                }
            });
            assertThat(thrown.get(0))
                    .isInstanceOf(MemberLostException.class)
                    .hasMessageContaining("sending 1 envelopes from number 1 on to engine 1: no success in")
                    .hasMessageContaining("no answer")
                    .hasMessageContaining("may or may not have arrived");
            assertThat(thrown.get(1)).as("who waits for it").isInstanceOf(MemberLostException.class);
            assertThat(system.takeFaults()).as("told once").hasSize(1);
            // The number of calls in those 50 ms depends on other users of the processors.
            assertThat(system.engine(0).resends()).isPositive();
        }
    }

    /** Each call here takes longer than the time for retransmission, as one does whose answer is lost in a cut. */
    @Test
    void shouldCallOnceMoreWhenTheTimePassedDuringACall() {
        AtomicInteger calls = new AtomicInteger();
        Runnable atFirst = () -> {
            if (calls.incrementAndGet() == 1) {
                throw new OutcomeUnknownException("no answer", new IllegalStateException("test"));
            }
        };
        try (DirectSystem system =
                new DirectSystem(resendingFor(Duration.ofNanos(1)), port -> wire(port, atFirst), 1, 1)) {
            TestSystems.assertAllReturned(system.run(comm -> {
                if (comm.id() == 0) {
                    comm.send(1, 0, new int[] {5});
                } else {
                    assertThat(comm.receive(0, 0, int[].class)).containsExactly(5);
                }
            }));
            assertThat(calls).hasValue(2);
        }
    }

    @Test
    void shouldNotTryAgainWhenTheOtherSideRefuses() {
        AtomicInteger calls = new AtomicInteger();
        Runnable refuse = () -> {
            calls.incrementAndGet();
            throw new RefusedException("wrong secret", new IllegalStateException("test"));
        };
        try (DirectSystem system = new DirectSystem(HASTY, port -> wire(port, refuse), 1, 1)) {
            List<@Nullable Throwable> thrown = system.run(comm -> {
                if (comm.id() == 0) {
                    comm.send(1, 0, new int[1]);
                }
            });
            assertThat(thrown.get(0)).isInstanceOf(MemberLostException.class).hasMessageContaining("wrong secret");
            assertThat(calls).hasValue(1);
            assertThat(system.takeFaults()).hasSize(1);
        }
    }

    @Test
    void shouldGetThroughWhenTheTroubleEnds() {
        AtomicInteger calls = new AtomicInteger();
        Runnable atFirst = () -> {
            if (calls.incrementAndGet() < 4) {
                throw new NotDeliveredException("not there yet", new IllegalStateException("test"));
            }
        };
        try (DirectSystem system = new DirectSystem(HASTY, port -> wire(port, atFirst), 1, 1)) {
            TestSystems.assertAllReturned(system.run(comm -> {
                if (comm.id() == 0) {
                    comm.send(1, 0, new int[] {5});
                } else {
                    assertThat(comm.receive(0, 0, int[].class)).containsExactly(5);
                }
            }));
            assertThat(system.engine(0).resends()).isEqualTo(3);
        }
    }

    /**
     * Makes one thread's call slow. Meanwhile the other threads' messages gather, and the next call must carry all of
     * them.
     */
    @Test
    void shouldShareACallWhenSeveralThreadsSendMeanwhile() {
        int senders = 5;
        AtomicInteger batches = new AtomicInteger();
        List<ConditionSignal> signals = new CopyOnWriteArrayList<>();
        Runnable slowFirst = () -> {
            if (batches.incrementAndGet() == 1) {
                // The first engine's mailboxes are the first signals; the calling thread itself does not wait.
                await().until(() -> signals.subList(0, senders).stream()
                                .mapToInt(ConditionSignal::waiting)
                                .sum()
                        == senders - 1);
            }
        };
        Signal.Factory recording = () -> {
            ConditionSignal signal = new ConditionSignal();
            signals.add(signal);
            return signal;
        };
        try (DirectSystem system =
                new DirectSystem(CommLimits.DEFAULT, port -> wire(port, slowFirst), recording, senders, 1)) {
            TestSystems.assertAllReturned(system.run(comm -> {
                if (comm.id() < senders) {
                    comm.send(senders, comm.id(), new int[] {comm.id()});
                } else {
                    for (int id = 0; id < senders; id++) {
                        assertThat(comm.receive(id, id, int[].class)).containsExactly(id);
                    }
                }
            }));
            assertThat(batches).hasValue(2);
        }
    }

    private static void awaitFor(CountDownLatch latch) {
        try {
            assertThat(latch.await(100, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException interrupt) {
            throw new AssertionError("interrupted", interrupt);
        }
    }

    /**
     * Interrupts the thread that sends for all while it makes a call. The next thread must send the envelope of the
     * interrupted one, so that the numbers have no gap.
     */
    @Test
    void shouldGoOnWhenAThreadIsInterruptedWhileItResends() {
        AtomicInteger calls = new AtomicInteger();
        CommLimits patient = CommLimits.DEFAULT;
        Thread[] first = new Thread[1];
        CountDownLatch gone = new CountDownLatch(1);
        Runnable trouble = () -> {
            if (calls.incrementAndGet() == 1) {
                Objects.requireNonNull(first[0]).interrupt();
                throw new OutcomeUnknownException("no answer", new IllegalStateException("test"));
            }
        };
        try (DirectSystem system = new DirectSystem(patient, port -> wire(port, trouble), 2, 1)) {
            TestSystems.assertAllReturned(system.run(comm -> {
                if (comm.id() == 0) {
                    first[0] = Thread.currentThread();
                    assertThatThrownBy(() -> comm.send(2, 0, new int[] {1})).hasMessageContaining("interrupted");
                    gone.countDown();
                } else if (comm.id() == 1) {
                    awaitFor(gone);
                    comm.send(2, 0, new int[] {2});
                } else {
                    assertThat(comm.receive(1, 0, int[].class)).containsExactly(2);
                    assertThat(comm.receive(0, 0, int[].class)).containsExactly(1);
                }
            }));
        }
    }
}
