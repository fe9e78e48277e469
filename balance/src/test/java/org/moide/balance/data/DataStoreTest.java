package org.moide.balance.data;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.moide.balance.strategy.Membership;

class DataStoreTest {
    private static final int HOLDER = 3;

    private final DataStore store = new DataStore(100);
    private final List<String> done = new ArrayList<>();
    private long nowNanos;

    @Test
    void shouldFetchWhatAClassReadsAndThenLetItsTasksBegin() {
        want(TaskClass.of(1, 2));
        assertThat(done).containsExactly("sizes [1, 2]");

        size(1, 40);
        size(2, 40);
        want(TaskClass.of(1, 2));
        locate(1);
        locate(2);
        fetched(1);
        assertThat(done).containsExactly("sizes [1, 2]", "locate [1, 2]", "fetch 1", "fetch 2");

        fetched(2);
        assertThat(done).endsWith("ready [1, 2]");
        assertThat(store.resident()).containsExactly(1, 2);
    }

    @Test
    void shouldFetchAnObjectOnceThatTwoClassesRead() {
        sized(30, 1, 2, 3);
        want(TaskClass.of(1, 2), TaskClass.of(2, 3));
        locate(1);
        locate(2);
        locate(3);
        fetched(2);
        fetched(3);
        fetched(1);

        assertThat(done).filteredOn(one -> one.startsWith("fetch")).containsExactly("fetch 1", "fetch 2", "fetch 3");
        assertThat(done).endsWith("ready [2, 3]", "ready [1, 2]");
        assertThat(store.totals()).isEqualTo(new DataTotals(1, 3, 90, 0, 0, 0, 90, 0, 0));
    }

    @Test
    void shouldKeepWhatLayThereFirstWhenThereIsNoRoomForMore() {
        assertThat(store.place(1, 60)).isTrue();
        assertThat(store.place(2, 60)).isFalse();
        assertThat(store.place(3, 40)).isTrue();

        assertThat(store.resident()).containsExactly(1, 3);
        assertThat(store.isHere(2)).isFalse();
    }

    /**
     * Checks that a member which has long waited for its first object does not assume a fast network and ask for more
     * objects.
     */
    @Test
    void shouldExpectAnObjectToTakeAtLeastAsLongAsTheFirstHasBeenAwaited() {
        DataStore large = new DataStore(1_000_000);
        List<ClassCount> wanted = List.of(new ClassCount(TaskClass.of(1), 1));
        large.want(wanted, 0);
        large.located(new DataPlace(1, 400_000, DataPlace.NOBODY));
        large.want(wanted, 0);
        assertThat(large.transferNanos(400_000)).as("a gigabit").isLessThan(10_000_000);

        large.want(wanted, 3_000_000_000L);

        assertThat(large.transferNanos(400_000)).isGreaterThanOrEqualTo(3_000_000_000L);
    }

    @Test
    void shouldBringFirstWhatCostsTheFewestBytesPerTask() {
        sized(40, 1, 2);
        done.clear();

        perform(store.want(List.of(new ClassCount(TaskClass.of(1), 2), new ClassCount(TaskClass.of(2), 9)), nowNanos));

        assertThat(done).containsExactly("locate [2, 1]");
    }

    /**
     * Checks for how many classes objects are fetched at once. If small classes were fetched one by one, each would
     * cost a question of its own.
     */
    @Test
    void shouldBringManySmallClassesAtOnceButOnlyTwoLargeOnes() {
        DataStore large = new DataStore(1L << 30);
        List<ClassCount> waiting = new ArrayList<>();
        for (long id = 0; id < 10; id++) {
            waiting.add(new ClassCount(TaskClass.of(id), 1));
            large.located(new DataPlace(id, id < 5 ? 1_000 : 1 << 20, DataPlace.NOBODY));
        }

        List<DataOutput> outputs = large.want(waiting, nowNanos);

        assertThat(outputs).containsExactly(new DataOutput.Locate(List.of(0L, 1L, 2L, 3L, 4L, 5L), false));
    }

    @Test
    void shouldDropWhatWasNotUsedForLongestAndNothingThatIsInUse() {
        bring(40, 1);
        bring(40, 2);
        store.idle(List.of(TaskClass.of(1)));
        sized(40, 3);
        want(TaskClass.of(3));

        assertThat(done).contains("drop 1").doesNotContain("drop 2");
        assertThat(store.isHere(2)).isTrue();
        assertThat(store.isHere(1)).isFalse();
    }

    @Test
    void shouldDropWhatWasReleasedUnlessATaskNeedsIt() {
        sized(30, 1, 2);
        want(TaskClass.of(1));
        locate(1);
        fetched(1);
        want(TaskClass.of(2));
        locate(2);
        fetched(2);
        store.idle(List.of(TaskClass.of(1)));
        done.clear();

        perform(store.released(List.of(1L, 2L, 3L)));

        assertThat(done).containsExactly("drop 1");
        assertThat(store.isHere(1)).isFalse();
        assertThat(store.isHere(2)).isTrue();
    }

    @Test
    void shouldWaitForRoomWhileAllIsInUse() {
        bring(60, 1);
        sized(60, 2);
        done.clear();

        want(TaskClass.of(2));
        assertThat(done).isEmpty();
        assertThat(store.isShortOfRoom()).isTrue();

        store.idle(List.of(TaskClass.of(1)));
        want(TaskClass.of(2));
        assertThat(done).containsExactly("drop 1", "locate [2]");
    }

    @Test
    void shouldSayThatObjectsOfOneTaskAreLargerThanTheStore() {
        sized(60, 1, 2);
        want(TaskClass.of(1, 2));

        assertThat(done.get(done.size() - 1))
                .isEqualTo(
                        "impossible: a task reads data objects [1, 2] of 120 bytes together: expected at most 100, the"
                                + " room of an engine's store (--data-memory)");
    }

    @Test
    void shouldSayThatAnObjectIsNotWrittenAndAskAgainWhenItsTasksAreNamedAgain() {
        want(TaskClass.of(1));
        perform(store.located(new DataPlace(1, DataPlace.NEVER_WRITTEN, DataPlace.NOBODY)));
        want(TaskClass.of(1));

        assertThat(done).containsExactly("sizes [1]", "unwritten 1", "sizes [1]");
    }

    @Test
    void shouldLocateAgainWhatAHolderHasNoMore() {
        sized(40, 1);
        want(TaskClass.of(1));
        locate(1);
        perform(store.failed(1));
        locate(1);
        fetched(1);

        assertThat(done).endsWith("locate [1]", "fetch 1", "lost 1", "locate [1]", "fetch 1", "ready [1]");
    }

    @Test
    void shouldNotFetchWhatNobodyWantsAnyMore() {
        sized(40, 1);
        want(TaskClass.of(1));
        want();
        locate(1);

        assertThat(done).endsWith("locate [1]", "unwanted 1");
        assertThat(store.resident()).isEmpty();
    }

    @Test
    void shouldKeepWhatComesAfterItsTasksWentElsewhere() {
        sized(40, 1);
        want(TaskClass.of(1));
        locate(1);
        want();
        fetched(1);
        want(TaskClass.of(1));

        assertThat(done).endsWith("fetch 1", "ready [1]");
    }

    @Test
    void shouldMeasureWhatTransfersTake() {
        sized(50_000, 1);
        assertThat(store.missingBytes(TaskClass.of(1, 2)))
                .as("the size of 2 is guessed")
                .isEqualTo(100_000);

        DataStore large = new DataStore(1 << 20);
        large.want(List.of(new ClassCount(TaskClass.of(1), 1)), 0);
        large.located(new DataPlace(1, 50_000, DataPlace.NOBODY));
        large.want(List.of(new ClassCount(TaskClass.of(1), 1)), 1_000);
        large.located(new DataPlace(1, 50_000, HOLDER));
        large.fetched(1, 1_000 + 500_000);

        assertThat(large.transferNanos(100_000)).isEqualTo(1_000_000);
        assertThat(large.transferNanos(0)).isZero();
    }

    @Test
    void shouldKeepWhatAnyTaskMayReadWithoutCountingIt() {
        share(-1, 1_000);
        share(-2, 1_000);
        bring(60, 1);
        store.idle(List.of(TaskClass.of(1)));
        bring(60, 2);

        assertThat(done).doesNotContain("drop -1", "drop -2").contains("drop 1");
        assertThat(store.isHere(-1)).isTrue();
        assertThat(store.isHere(-2)).isTrue();
        assertThat(store.resident()).containsExactly(2);
        assertThat(store.missingBytes(TaskClass.of(7)))
                .as("guessed from what tasks read")
                .isEqualTo(60);
        assertThat(store.totals()).isEqualTo(new DataTotals(0, 4, 2_120, 0, 0, 1, 60, 0, 0));
    }

    @Test
    void shouldDropWhatAnyTaskMayReadWhenItHasComeToItsEnd() {
        share(-1, 1_000);
        perform(store.share(List.of(-2L), nowNanos)); // its holder is not known yet
        perform(store.share(List.of(-3L), nowNanos));
        located(-3, 500); // it is on its way
        perform(store.released(List.of(-1L, -2L, -3L)));
        located(-2, DataPlace.NEVER_WRITTEN);
        fetched(-3);
        perform(store.share(List.of(-4L), nowNanos));
        located(-4, DataPlace.NEVER_WRITTEN);

        assertThat(done)
                .containsExactly(
                        "locate [-1]", "fetch -1", "locate [-2]", "locate [-3]", "fetch -3", "drop -1", "locate [-4]");
        assertThat(store.isHere(-1)).isFalse();
        bring(60, 1);
        assertThat(store.totals().mostBytes()).isEqualTo(60);
    }

    @Test
    void shouldTellWhatComesFromTheRoot() {
        share(-1, 1_000);
        perform(store.share(List.of(-2L), nowNanos));
        store.located(new DataPlace(-2, 10, Membership.ROOT));
        fetched(-2);

        assertThat(store.totals()).isEqualTo(new DataTotals(0, 2, 1_010, 1, 10, 0, 0, 0, 0));
    }

    @Test
    void shouldBringWhatAnyTaskMayReadOnceThoughManyAsk() {
        perform(store.share(List.of(-1L), nowNanos));
        perform(store.share(List.of(-1L), nowNanos));
        located(-1, 500);
        perform(store.failed(-1));
        perform(store.share(List.of(-1L), nowNanos));
        located(-1, 500);
        fetched(-1);
        perform(store.share(List.of(-1L), nowNanos));

        assertThat(done).containsExactly("locate [-1]", "fetch -1", "lost -1", "locate [-1]", "fetch -1");
    }

    // --- what a driver does -----------------------------------------------------------------------------------------

    private void want(TaskClass... classes) {
        perform(store.want(
                Arrays.stream(classes).map(one -> new ClassCount(one, 1)).toList(), nowNanos++));
    }

    private void sized(long bytes, long... ids) {
        want(TaskClass.of(ids));
        LongStream.of(ids).forEach(id -> size(id, bytes));
        want();
    }

    private void bring(long bytes, long id) {
        sized(bytes, id);
        want(TaskClass.of(id));
        locate(id);
        fetched(id);
    }

    private void share(long id, long bytes) {
        perform(store.share(List.of(id), nowNanos));
        located(id, bytes);
        fetched(id);
    }

    private void size(long id, long bytes) {
        perform(store.located(new DataPlace(id, bytes, DataPlace.NOBODY)));
    }

    private void locate(long id) {
        located(id, store.classBytes(TaskClass.of(id)));
    }

    private void located(long id, long bytes) {
        perform(store.located(new DataPlace(id, bytes, HOLDER)));
    }

    private void fetched(long id) {
        perform(store.fetched(id, nowNanos));
    }

    private void perform(List<DataOutput> outputs) {
        outputs.forEach(output -> output.handle(new DataOutput.StageHandler() {
            @Override
            public void classReady(DataOutput.ClassReady ready) {
                done.add("ready " + ready.taskClass());
            }

            @Override
            public void unwritten(DataOutput.Unwritten unwritten) {
                done.add("unwritten " + unwritten.id());
            }

            @Override
            public void ofDriver(DataOutput.OfDriver output) {
                output.handle(new Driver());
            }
        }));
    }

    private final class Driver implements DataOutput.Handler {
        @Override
        public void locate(DataOutput.Locate locate) {
            done.add((locate.sizesOnly() ? "sizes " : "locate ") + locate.ids());
        }

        @Override
        public void fetch(DataOutput.Fetch fetch) {
            assertThat(fetch.holder()).isEqualTo(HOLDER);
            done.add("fetch " + fetch.id());
        }

        @Override
        public void notFetched(DataOutput.NotFetched not) {
            done.add((not.lost() ? "lost " : "unwanted ") + not.id());
        }

        @Override
        public void drop(DataOutput.Drop drop) {
            done.add("drop " + drop.id());
        }

        @Override
        public void impossible(DataOutput.Impossible impossible) {
            done.add("impossible: " + impossible.why());
        }
    }
}
