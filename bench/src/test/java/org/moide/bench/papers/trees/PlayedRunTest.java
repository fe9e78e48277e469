package org.moide.bench.papers.trees;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.moide.balance.pool.Discipline;
import org.moide.bench.papers.trees.Shape.Placement;

class PlayedRunTest {
    /** A network with a latency of 1 µs and a byte for each nanosecond. */
    private static final Network NETWORK = new Network(1_000, 1.0, 0);
    /** A task of 2 ms that puts four tasks of 1 ms, each 0.5 ms after its begin. */
    private static final String TREE = " -1,0,20000 0,5000,10000 0,5000,10000 0,5000,10000 0,5000,10000\n";

    @TempDir
    Path folder;

    private Recording recording(String passes) throws IOException {
        return Recording.read(
                Files.writeString(folder.resolve("r.txt"), "moide-passes-1\nphases 0.5 0.01 0.25\n" + passes));
    }

    private static PlayedRun played(Recording recording, int engines, int threads, String pool, Placement placement) {
        return PlayedRun.of(recording, new Shape(engines, threads, Discipline.of(pool), placement, 0), NETWORK);
    }

    private static double played(Recording recording, int threads, String pool, long handoverNanos) {
        Shape shape = new Shape(1, threads, Discipline.of(pool), Placement.STAY, handoverNanos);
        return PlayedRun.of(recording, shape, NETWORK).taskSeconds();
    }

    @Test
    void shouldTakeAsLongAsAllTasksOnOneThreadAndBeginQuartersBeforeTheirParentEndsOnTwo() throws IOException {
        Recording one = recording("pass 6000000 0\ntree 5 4 0 1.0" + TREE);

        assertThat(played(one, 1, 1, "fifo_cen", Placement.STAY).taskSeconds()).isCloseTo(0.006, within(1e-9));
        // The other thread runs three of the small tasks from 0.5 ms on, the first thread runs one from 2 ms on.
        assertThat(played(one, 1, 2, "fifo_cen", Placement.STAY).taskSeconds()).isCloseTo(0.0035, within(1e-9));
        // No other thread takes from the queue of the thread that has the tree.
        assertThat(played(one, 1, 2, "fifo_dis", Placement.STAY).taskSeconds()).isCloseTo(0.006, within(1e-9));
    }

    @Test
    void shouldAddWhatAThreadNeedsBetweenTasks() throws IOException {
        Recording one = recording("pass 6500000 0\ntree 5 4 0 1.0" + TREE);

        assertThat(played(one, 1, 1, "lifo_cen", Placement.STAY).taskSeconds()).isCloseTo(0.0065, within(1e-9));
    }

    @Test
    void shouldMoveTreesForTheNextPassOrSingleTasksWithinOne() throws IOException {
        // By area, one engine has the first tree and the other engine the rest, with all the work.
        String little = " -1,0,1\n";
        String pass = "pass 1 0\ntree 1 1 0 20.0" + little + "tree 5 4000 0 1.0" + TREE + "tree 1 1 0 8.0" + little
                + "tree 5 4000 0 0.5" + TREE;
        Recording two = recording(pass + pass);
        PlayedRun stay = played(two, 2, 1, "fifo_cen", Placement.STAY);
        PlayedRun trees = played(two, 2, 1, "fifo_cen", Placement.TREES);
        PlayedRun tasks = played(two, 2, 1, "fifo_cen", Placement.TASKS);

        assertThat(stay.taskSeconds()).isCloseTo(0.024, within(1e-6));
        assertThat(trees.taskSeconds()).isCloseTo(0.018, within(1e-5));
        assertThat(trees.movedTrees()).isEqualTo(1);
        assertThat(trees.talkSeconds()).isGreaterThan(stay.talkSeconds());
        assertThat(tasks.taskSeconds()).isBetween(0.012, 0.016);
        assertThat(tasks.movedTasks()).isBetween(4, 10);
        assertThat(tasks.movedTrees()).isZero();
    }

    @Test
    void shouldLookTwiceAtPairsThatTwoEnginesShare() throws IOException {
        // Two trees whose only work is looking, on two engines: the other engine finds half of all pairs.
        Recording two = recording("pass 1 0\ntree 5 0 40 1.0" + TREE + "tree 5 0 40 1.0" + TREE);

        assertThat(played(two, 1, 1, "fifo_cen", Placement.STAY).taskSeconds()).isCloseTo(0.012, within(1e-6));
        assertThat(played(two, 2, 1, "fifo_cen", Placement.STAY).taskSeconds()).isCloseTo(0.009, within(1e-6));
    }

    @Test
    void shouldTakeLongerWhereAQueueGoesFromThreadToThread() throws IOException {
        Recording one = recording("pass 6000000 0\ntree 5 4 0 1.0" + TREE);

        assertThat(played(one, 1, "fifo_cen", 100_000)).as("one thread").isCloseTo(0.006, within(1e-9));
        // The first thread puts four tasks; the other thread has the queue after the first of them, and so on.
        assertThat(played(one, 2, "fifo_cen", 100_000)).isBetween(0.0037, 0.0042);
        // The other thread steals three tasks.
        assertThat(played(one, 2, "fifo_st1", 100_000)).isBetween(0.00359, 0.0038);
        assertThat(played(one, 2, "fifo_dis", 100_000)).as("nobody steals").isCloseTo(0.006, within(1e-9));
    }

    @Test
    void shouldLetThreadsWaitForACentralQueueOneAfterTheOther() throws IOException {
        // 16 tasks of 10 us, all there at the beginning, on 16 threads whose queue needs 5 us to change hands.
        StringBuilder trees = new StringBuilder("pass 160000 0\n");
        for (int tree = 0; tree < 16; tree++) {
            trees.append("tree 1 1 0 1.0 -1,0,100\n");
        }
        Recording many = recording(trees.toString());

        assertThat(played(many, 16, "lifo_cen", 5_000)).isCloseTo(85e-6, within(1e-9)); // the last waits for 15 others
        assertThat(played(many, 16, "lifo_st1", 5_000)).isCloseTo(10e-6, within(1e-9));
    }

    @Test
    void shouldSayWhichLineIsNone() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> recording("pass 1 0\ntree 1 1 0 1.0 0,0,1\n"))
                .withMessageContaining("r.txt, line 4: expected what moide run radiosity --task-log writes, found that"
                        + " task 0 of the tree was put by task 0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> recording("pass 1 0\ntree 1 1 0 1.0 -1,0,1 -1,0,1\n"))
                .withMessageContaining("line 4: ")
                .withMessageContaining("task 1 of the tree was put by task -1");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> recording("pass 1 0\ntree 1 1 0 1.0\n"))
                .withMessageContaining("line 4: ")
                .withMessageContaining("the tree has no task");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> recording("passes\n"))
                .withMessageContaining("line 3: ");
    }
}
