package org.moide.commlib.message;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.moide.commlib.litmus.Litmus;
import org.moide.commlib.system.SpinThenParkSignal;
import org.moide.commlib.system.WaitPolicy;

/**
 * Tests two threads of an engine that exchange. One of them may send and receive by messages instead, or
 * have sent a message before. Each thread must get the other's data, complete and in order, whether they meet or not.
 * The same litmus test must find the flaw in each of several flawed exchanges.
 */
@Tag("races")
class ExchangeLitmusTest {
    private static final int BATCH = 20;

    /** The number of states in a batch of a flawed exchange: one, since such an exchange may wait until its limit. */
    private static final int FLAWED_BATCH = 1;

    private static final long SEARCH_SECONDS = 20;
    private static final int STEPS = 16;
    private static final int MOST_ELEMENTS = 64;

    /** A length that is not sent at once: the sender waits until the receiver fetches it. */
    private static final int LONG_ELEMENTS = 9_000;

    private static final int LONG_ONCE_IN = 64;

    /** The kinds of steps of the two threads; "one" is the thread that a step names. */
    private enum Kind {
        BOTH_EXCHANGE,
        ONE_SENDS_THEN_RECEIVES,
        ONE_RECEIVES_THEN_SENDS,
        /** The thread "one" has sent a message before; the other's exchange takes that message first. */
        ONE_HAS_SENT_BEFORE,
        /**
         * One thread sends the message for the other's first exchange, and meets the other in the other's second
         * exchange.
         */
        TAGS_CROSS
    }

    private record Step(Kind kind, int one, int tag, int length) {
        static Step random(SplittableRandom random) {
            Kind[] kinds = Kind.values();
            Kind kind = kinds[random.nextInt(kinds.length)];
            boolean isLong =
                    kind != Kind.TAGS_CROSS && random.nextInt(LONG_ONCE_IN) == 0; // long ones would wait for each other
            int shortLength = random.nextBoolean() ? 1 : 1 + random.nextInt(MOST_ELEMENTS);
            return new Step(kind, random.nextInt(2), random.nextInt(3), isLong ? LONG_ELEMENTS : shortLength);
        }
    }

    /** One try: an exchange under test, and the steps of its two threads. */
    private static final class Talk {
        private static final AtomicLong SEEDS = new AtomicLong();

        private final LitmusExchange way;
        private final List<Step> steps = new ArrayList<>();

        Talk(LitmusExchange way) {
            this.way = way;
            SplittableRandom random = new SplittableRandom(SEEDS.incrementAndGet());
            for (int step = 0; step < STEPS; step++) {
                steps.add(Step.random(random));
            }
        }
    }

    /**
     * Tests several yield times of a wait. With 0, a thread leaves at once if the other has not come; with more time,
     * the threads meet more often.
     */
    @ParameterizedTest
    @ValueSource(longs = {0, 5, 100})
    void shouldGetWhatTheOtherMeantWhenTwoExchangeOrSendAndReceive(long yieldMicros) throws InterruptedException {
        WaitPolicy policy = new WaitPolicy(0, TimeUnit.MICROSECONDS.toNanos(yieldMicros));
        Litmus.Outcome outcome = litmus(BATCH, () -> LitmusExchange.real(SpinThenParkSignal.factory(policy)))
                .run(4_000);
        assertThat(outcome.forbidden()).as(outcome.toString()).isNull();
    }

    @ParameterizedTest
    @Tag("full")
    @EnumSource
    void shouldCatchTheFlawWhenAnExchangeHasOne(RacyExchange.Flaw flaw) throws InterruptedException {
        Litmus.Outcome outcome =
                litmus(FLAWED_BATCH, () -> new RacyExchange(flaw)).search(SEARCH_SECONDS);
        System.out.println("canary " + flaw + ": " + outcome);
        assertThat(outcome.forbidden()).as(flaw + ": " + outcome).isNotNull();
    }

    private static Litmus<Talk> litmus(int batch, Supplier<LitmusExchange> ways) {
        return new Litmus<>(
                batch,
                () -> new Talk(ways.get()),
                talk -> null,
                List.of(talk -> new Side(talk, 0).play(), talk -> new Side(talk, 1).play()));
    }

    /** One of the two exchanging threads, with the steps that it performs and checks. */
    private static final class Side {
        private final Talk talk;
        private final int seat;
        private int number;
        private @Nullable String forbidden;

        Side(Talk talk, int seat) {
            this.talk = talk;
            this.seat = seat;
        }

        @Nullable
        String play() {
            try {
                for (Step step : talk.steps) {
                    play(step, step.one == seat);
                    number++;
                }
            } catch (RuntimeException failed) {
                return "thread " + seat + " in " + talk.steps.get(number) + ": " + failed;
            }
            return forbidden;
        }

        private void play(Step step, boolean isOne) {
            switch (step.kind) {
                case BOTH_EXCHANGE -> exchange(step, step.tag, 0, 0);
                case ONE_SENDS_THEN_RECEIVES -> {
                    if (isOne) {
                        send(step, 0);
                        receive(step, 0);
                    } else {
                        exchange(step, step.tag, 0, 0);
                    }
                }
                case ONE_RECEIVES_THEN_SENDS -> {
                    if (isOne) {
                        receive(step, 0);
                        send(step, 0);
                    } else {
                        exchange(step, step.tag, 0, 0);
                    }
                }
                case ONE_HAS_SENT_BEFORE -> {
                    if (isOne) {
                        send(step, 0);
                        exchange(step, step.tag, 1, 0);
                    } else {
                        exchange(step, step.tag, 0, 0);
                        receive(step, 1);
                    }
                }
                case TAGS_CROSS -> {
                    if (isOne) {
                        send(step, 0);
                        exchange(step, step.tag + 1, 1, 1);
                        receive(step, 0);
                    } else {
                        exchange(step, step.tag, 0, 0);
                        exchange(step, step.tag + 1, 1, 1);
                    }
                }
            }
        }

        /**
         * Returns the value that all elements of the data with number {@code which} have, which thread {@code from}
         * sends or exchanges in this step.
         */
        private long code(int from, int which) {
            return 1 + 4L * number + 2L * which + from;
        }

        private long[] filled(Step step, int which) {
            long[] data = new long[step.length];
            Arrays.fill(data, code(seat, which));
            return data;
        }

        private void exchange(Step step, int tag, int out, int expected) {
            long[] outgoing = filled(step, out);
            long[] in = new long[step.length];
            talk.way.exchange(seat, tag, outgoing, in);
            Arrays.fill(outgoing, -1); // the caller may change its array again
            check(step, "exchange", in, expected);
        }

        private void send(Step step, int which) {
            long[] outgoing = filled(step, which);
            talk.way.send(seat, step.tag, outgoing);
            Arrays.fill(outgoing, -1);
        }

        private void receive(Step step, int expected) {
            long[] in = new long[step.length];
            talk.way.receive(seat, step.tag, in);
            check(step, "receive", in, expected);
        }

        private void check(Step step, String call, long[] in, int which) {
            long expected = code(1 - seat, which);
            for (int index = 0; index < in.length && forbidden == null; index++) {
                if (in[index] != expected) {
                    forbidden = call + " of thread " + seat + " in " + step + " expected " + expected + ", found "
                            + in[index] + " at " + index;
                }
            }
        }
    }
}
