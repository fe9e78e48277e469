package org.moide.engine.data;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.moide.balance.data.DataOutput;
import org.moide.balance.data.DataPlace;
import org.moide.balance.strategy.Membership;
import org.moide.commlib.NotDeliveredException;
import org.moide.commlib.contract.UnexpectedFaults;
import org.moide.commlib.port.Surroundings;
import org.moide.engine.control.Timing;

class DataFetcherTest {
    private static final int HOLDER = 3;

    /** A data object that is sent in three pieces. */
    private static final byte[] LARGE = new byte[2 * DataHolder.PIECE_BYTES + 5];

    private final List<String> calls = new CopyOnWriteArrayList<>();
    private final BlockingQueue<DataAnswer> answers = new LinkedBlockingQueue<>();
    private final HeldObjects here = new HeldObjects();
    private final HeldObjects there = new HeldObjects();
    private final AtomicInteger failures = new AtomicInteger();
    private volatile Runnable interruption = () -> {};
    private final AtomicLong now = new AtomicLong();
    private volatile long pieceNanos = 1; // the time that passes with each reading of the clock
    private final AtomicInteger questions = new AtomicInteger();

    private final FakeDataSpace space = new FakeDataSpace() {
        /** Returns an answer for the first object only, and only at every second call. */
        @Override
        public List<DataPlace> locate(int seat, List<Long> ids) {
            calls.add("locate " + ids);
            return questions.incrementAndGet() % 2 == 0 ? List.of(new DataPlace(ids.get(0), 10, HOLDER)) : List.of();
        }

        @Override
        public void kept(int seat, List<Long> ids) {
            calls.add("kept " + ids);
        }

        @Override
        public void notFetched(int seat, List<Long> ids, boolean lost) {
            calls.add("lost " + ids);
        }
    };

    private final DataHolder holder = new DataHolder() {
        @Override
        public byte[] piece(long id, long offset, int length) {
            calls.add("piece of " + id + " from " + offset);
            if (offset > 0 && failures.getAndDecrement() > 0) {
                interruption.run();
                throw new NotDeliveredException("the connection was reset", null);
            }
            return there.piece(id, offset, length);
        }

        @Override
        public List<byte[]> objects(List<Long> ids) {
            calls.add("objects " + ids);
            if (failures.getAndDecrement() > 0) {
                throw new NotDeliveredException("the connection was reset", null);
            }
            return there.objects(ids);
        }
    };

    private final DataFetcher fetcher = new DataFetcher(
            "engine-4",
            4,
            space,
            member -> member == HOLDER || member == Membership.ROOT ? holder : null,
            here,
            answers::add,
            why -> calls.add("broken: " + why),
            Timing.USUAL,
            new Surroundings(() -> now.addAndGet(pieceNanos), QuickSignal::new, Thread::new, UnexpectedFaults::fail));

    @AfterEach
    void close() {
        fetcher.close();
    }

    @Test
    void shouldFetchManySmallObjectsWithOneCallAndTellOfThemWithOne() throws InterruptedException {
        List<DataOutput.Fetch> fetches = new ArrayList<>();
        for (long id = 0; id < 100; id++) {
            there.keep(id, new byte[] {(byte) id});
            fetches.add(new DataOutput.Fetch(id, 1, HOLDER));
        }
        failures.set(1);

        fetcher.fetch(fetches);

        List<Long> ids = fetches.stream().map(DataOutput.Fetch::id).toList();
        assertThat(next()).isEqualTo(new DataAnswer.Fetched(ids));
        assertThat(calls).containsExactly("objects " + ids, "objects " + ids, "kept " + ids);
        assertThat(here.objects(ids)).extracting(bytes -> (long) bytes[0]).isEqualTo(ids);
    }

    @Test
    void shouldSayWhichOfSeveralTheirHolderHasNoMore() throws InterruptedException {
        there.keep(1, new byte[] {1});
        there.keep(2, new byte[] {2, 2});

        fetcher.fetch(List.of(fetch(1), fetch(2), fetch(3)));

        assertThat(next()).as("2 is not as long as was said").isEqualTo(new DataAnswer.Failed(List.of(2L, 3L)));
        assertThat(next()).isEqualTo(new DataAnswer.Fetched(List.of(1L)));
        fetcher.fetch(List.of(new DataOutput.Fetch(1, 1, 9)));
        assertThat(next()).as("nobody of this number is there").isEqualTo(new DataAnswer.Failed(List.of(1L)));
    }

    @Test
    void shouldAskAgainForThoseThatHaveNoAnswerYet() throws InterruptedException {
        fetcher.locate(List.of(1L, 2L), List.of(2L));

        assertThat(next()).isEqualTo(new DataAnswer.Located(List.of(new DataPlace(1, 10, HOLDER))));
        assertThat(next()).isEqualTo(new DataAnswer.Located(List.of(new DataPlace(2, 10, HOLDER))));
        assertThat(calls).containsExactly("lost [2]", "locate [1, 2]", "locate [1, 2]", "locate [2]", "locate [2]");
    }

    @Test
    void shouldGoOnWithTheSamePieceWhenALinkBreaks() throws InterruptedException {
        there.keep(1, LARGE);
        failures.set(3);

        fetcher.fetch(List.of(new DataOutput.Fetch(1, LARGE.length, HOLDER)));

        assertThat(next()).isEqualTo(new DataAnswer.Fetched(List.of(1L)));
        assertThat(calls.subList(0, 6))
                .containsExactly(
                        "piece of 1 from 0",
                        "piece of 1 from 1048576",
                        "piece of 1 from 1048576",
                        "piece of 1 from 1048576",
                        "piece of 1 from 1048576",
                        "piece of 1 from 2097152");
        assertThat(here.piece(1, 0, LARGE.length)).isEqualTo(LARGE);
    }

    /** Tests that a fetch is repeated if its thread is interrupted, as an application in the same process may do. */
    @Test
    void shouldFetchAgainWhenItsThreadIsInterrupted() throws InterruptedException {
        there.keep(1, LARGE);
        failures.set(1);
        interruption = () -> Thread.currentThread().interrupt();

        fetcher.fetch(List.of(new DataOutput.Fetch(1, LARGE.length, HOLDER)));

        assertThat(next()).isEqualTo(new DataAnswer.Fetched(List.of(1L)));
        assertThat(fetcher.giveUp(member -> false, 0, now.get()))
                .as("on their way")
                .isEmpty();
    }

    /**
     * Tests that a fetch from an engine is given up after one call, because other engines may have the object, but that
     * the coordinator, without which the run cannot continue, is asked for as long as it may be silent.
     */
    @Test
    void shouldWaitForTheCoordinatorAsLongAsItMayBeSilentAndForAnEngineForACall() throws InterruptedException {
        there.keep(1, LARGE);
        pieceNanos = Timing.USUAL.call().toNanos() / 2;
        failures.set(10);

        fetcher.fetch(List.of(new DataOutput.Fetch(1, LARGE.length, Membership.ROOT)));
        assertThat(next()).isEqualTo(new DataAnswer.Fetched(List.of(1L)));

        failures.set(10);
        fetcher.fetch(List.of(new DataOutput.Fetch(1, LARGE.length, HOLDER)));
        assertThat(next()).isEqualTo(new DataAnswer.Failed(List.of(1L)));
    }

    private static DataOutput.Fetch fetch(long id) {
        return new DataOutput.Fetch(id, 1, HOLDER);
    }

    private DataAnswer next() throws InterruptedException {
        DataAnswer answer = answers.poll(100, TimeUnit.SECONDS);
        assertThat(answer).as("an answer").isNotNull();
        return answer;
    }
}
