package org.moide.commlib.litmus;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.moide.commlib.local.Liveness;
import org.moide.commlib.local.Rendezvous;
import org.moide.commlib.local.Team;
import org.moide.commlib.local.Waiter;
import org.moide.commlib.port.Signal;
import org.moide.commlib.system.SpinThenParkSignal;
import org.moide.commlib.system.WaitPolicy;

/**
 * Tests how the threads of an engine meet: no thread leaves before all have come, writes before a
 * meeting are visible after it, and one thread acts for all and all see its writes. The same litmus test must find the
 * flaw in each of several flawed meetings.
 */
@Tag("races")
class MeetingLitmusTest {
    private static final int BATCH = 20;

    /** The number of states in a batch of a flawed meeting: one, since such a meeting may wait until its limit. */
    private static final int FLAWED_BATCH = 1;

    private static final long SEARCH_SECONDS = 20;
    private static final int MEETINGS = 12;
    private static final long LIMIT_NANOS = TimeUnit.SECONDS.toNanos(20);

    /** The meeting place under test, at which threads meet again and again and exchange words. */
    private interface Place {
        /** Brings a word to a meeting of all threads, and returns when all of them have come. */
        void meet(int seat, long meeting, long word);

        long brought(int seat, long meeting);
    }

    private static final class Round {
        private final Place place;
        private final long[] written; // plain: each thread writes its own before it comes
        private final AtomicInteger acted = new AtomicInteger();
        private long total; // plain: written by the acting thread

        Round(Place place, int seats) {
            this.place = place;
            this.written = new long[32 * (seats + 1)];
        }
    }

    private static Waiter waiter(Signal signal) {
        return new Waiter(signal, System::nanoTime, nanos -> {}).within(LIMIT_NANOS, () -> {});
    }

    private static Signal signal(int threads) {
        return new SpinThenParkSignal(
                WaitPolicy.forThreads(threads, Runtime.getRuntime().availableProcessors()));
    }

    /** Returns the production meeting place, a {@code Rendezvous}. */
    private static Place rendezvous(int seats) {
        Rendezvous real = new Rendezvous(seats, signal(seats));
        return new Place() {
            @Override
            public void meet(int seat, long meeting, long word) {
                real.bring(seat, meeting, word);
                if (!real.allCame(meeting - 1)) {
                    throw new IllegalStateException("at meeting " + meeting + " before the last was over");
                }
                waiterMeets(real, seat);
            }

            @Override
            public long brought(int seat, long meeting) {
                return real.brought(seat, meeting);
            }
        };
    }

    private static void waiterMeets(Rendezvous real, int seat) {
        Waiter waiter = waiter(real.signal());
        long meeting = real.next(seat);
        if (!real.come(seat)) {
            waiter.await(() -> real.allCame(meeting), "meeting " + meeting);
        }
    }

    /** The flaw of a meeting place. */
    enum Flaw {
        /** A thread counts itself as arrived first, and brings its word after that. */
        COMES_BEFORE_IT_BRINGS,
        /** There is one set of words, so a thread may overwrite words that others still read. */
        ONE_SET_OF_WORDS,
        /**
         * The count of threads that have come is read and then written, so two threads may count as one, and a later
         * thread completes the wrong meeting.
         */
        COUNTS_BY_CHECK_THEN_ACT
    }

    /** A meeting place with a flaw; its threads spin up to a limit. */
    private static final class FlawedPlace implements Place {
        private final Flaw flaw;
        private final int seats;
        private final AtomicLong count = new AtomicLong();
        private final AtomicLongArray words;

        FlawedPlace(Flaw flaw, int seats) {
            this.flaw = flaw;
            this.seats = seats;
            this.words = new AtomicLongArray(2 * seats);
        }

        @Override
        public void meet(int seat, long meeting, long word) {
            if (flaw != Flaw.COMES_BEFORE_IT_BRINGS) {
                words.setPlain(index(seat, meeting), word);
            }
            if (flaw == Flaw.COUNTS_BY_CHECK_THEN_ACT) {
                long before = count.get();
                Thread.yield(); // the gap
                count.set(before + 1);
            } else {
                count.incrementAndGet();
            }
            if (flaw == Flaw.COMES_BEFORE_IT_BRINGS) {
                Thread.yield(); // the gap
                words.setPlain(index(seat, meeting), word);
            }
            long start = System.nanoTime();
            while (count.getAcquire() < meeting * seats) {
                Thread.yield();
                if (System.nanoTime() - start > TimeUnit.SECONDS.toNanos(3)) {
                    throw new IllegalStateException("waits for ever");
                }
            }
        }

        @Override
        public long brought(int seat, long meeting) {
            return words.getPlain(index(seat, meeting));
        }

        private int index(int seat, long meeting) {
            return 2 * seat + (flaw == Flaw.ONE_SET_OF_WORDS ? 0 : (int) (meeting & 1));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3})
    void shouldSeeWhatAllBroughtWhenAllHaveCome(int seats) throws InterruptedException {
        Litmus.Outcome outcome =
                litmus(BATCH, MeetingLitmusTest::rendezvous, seats).run(seats == 2 ? 2_000 : 600);
        assertThat(outcome.forbidden()).as(outcome.toString()).isNull();
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3})
    void shouldActOnceAndShowItToAllWhenTheTeamMeets(int threads) throws InterruptedException {
        Litmus.Outcome outcome = teamLitmus(threads).run(threads == 2 ? 1_000 : 400);
        assertThat(outcome.forbidden()).as(outcome.toString()).isNull();
    }

    @ParameterizedTest
    @Tag("full")
    @EnumSource
    void shouldCatchTheFlawWhenAPlaceHasOne(Flaw flaw) throws InterruptedException {
        Litmus.Outcome outcome =
                litmus(FLAWED_BATCH, seats -> new FlawedPlace(flaw, seats), 2).search(SEARCH_SECONDS);
        assertThat(outcome.forbidden()).as(flaw + ": " + outcome).isNotNull();
        System.out.println("canary " + flaw + ": " + outcome);
    }

    private static Litmus<Round> litmus(int batch, IntFunction<Place> places, int seats) {
        List<Litmus.Actor<Round>> actors = new ArrayList<>();
        for (int index = 0; index < seats; index++) {
            int seat = index;
            actors.add(round -> meetOften(round, seat, seats));
        }
        return new Litmus<>(batch, () -> new Round(places.apply(seats), seats), round -> null, actors);
    }

    private static @Nullable String meetOften(Round round, int seat, int seats) {
        String forbidden = null;
        for (long meeting = 1; meeting <= MEETINGS; meeting++) {
            round.written[32 * (seat + 1)] = meeting;
            try {
                round.place.meet(seat, meeting, 10 * meeting + seat);
            } catch (IllegalStateException stuck) {
                return stuck.getMessage();
            }
            for (int other = 0; other < seats; other++) {
                long word = round.place.brought(other, meeting);
                if (word != 10 * meeting + other || round.written[32 * (other + 1)] < meeting) {
                    forbidden = "at meeting " + meeting + " seat " + other + " brought " + word + " and had written "
                            + round.written[32 * (other + 1)];
                }
            }
        }
        return forbidden;
    }

    private static Litmus<Round> teamLitmus(int threads) {
        List<Litmus.Actor<Round>> actors = new ArrayList<>();
        for (int index = 0; index < threads; index++) {
            int thread = index;
            actors.add(round -> ((TeamPlace) round.place).actOften(round, thread, threads));
        }
        return new Litmus<>(BATCH, () -> new Round(new TeamPlace(threads), threads), round -> null, actors);
    }

    /** A team whose acting thread adds up what all threads have written. */
    private static final class TeamPlace implements Place {
        private final Team team;

        TeamPlace(int threads) {
            this.team = new Team(threads, new Liveness(1, 1), signal(threads));
        }

        @Override
        public void meet(int seat, long meeting, long word) {
            team.meet(seat, waiter(team.signal()), word, "meet", (why, missing) -> why);
        }

        @Override
        public long brought(int seat, long meeting) {
            return team.purpose(seat, meeting);
        }

        @Nullable
        String actOften(Round round, int thread, int threads) {
            String forbidden = null;
            for (int meeting = 1; meeting <= MEETINGS; meeting++) {
                round.written[32 * (thread + 1)] = meeting * (thread + 1L);
                team.act(thread, waiter(team.signal()), meeting, "act", (why, missing) -> why, () -> {
                    long sum = 0;
                    for (int other = 0; other < threads; other++) {
                        sum += round.written[32 * (other + 1)];
                    }
                    round.total = sum;
                    round.acted.incrementAndGet();
                });
                long expected = meeting * (threads * (threads + 1L) / 2);
                if (round.total != expected || round.acted.get() != meeting) {
                    forbidden = "after meeting " + meeting + " total " + round.total + ", expected " + expected
                            + ", acted " + round.acted.get() + " times";
                }
                meet(thread, 2L * meeting, meeting); // before any thread writes again
            }
            return forbidden;
        }
    }
}
