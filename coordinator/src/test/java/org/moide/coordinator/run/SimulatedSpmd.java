package org.moide.coordinator.run;

import java.io.Serializable;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.CommLib;
import org.moide.commlib.Reduction;
import org.moide.commlib.Slice;
import org.moide.commlib.sim.SimNode;
import org.moide.engine.Application;
import org.moide.engine.ComputeThread;

/**
 * An SPMD application that computes a ring of cells, of which each ID has a part. In each step neighbours exchange
 * numbered messages and all IDs agree on a sum, so that a lost or repeated step changes the result. The result is the
 * same for any number of IDs. Threads also execute tasks together. If the number of IDs is fixed, they also exchange
 * further messages and print lines.
 */
public final class SimulatedSpmd implements Application {
    private static final int CELLS = 24;
    private static final int STEPS_OF_CHECKPOINT = 6;
    private static final int BORDER = 7;
    private static final int STEPS_OF_TASKS = 9;
    private static final int TASKS_OF_EACH = 3;

    private final SimNode node;
    private final int steps;
    private final int pace;
    private final boolean redistributes;

    /**
     * A thread's state.
     *
     * @param cells its part of the ring
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared as records
    record State(int step, long[] cells) implements Serializable {
        private static final long serialVersionUID = 1L;

        private State next(long before, long sum) {
            long[] next = new long[cells.length];
            for (int cell = 0; cell < cells.length; cell++) {
                next[cell] = cells[cell] * 31 + (cell == 0 ? before : cells[cell - 1]) * 17 + sum;
            }
            return new State(step + 1, next);
        }

        private long sum() {
            return Arrays.stream(cells).sum();
        }

        private long last() {
            return cells[cells.length - 1];
        }
    }

    /**
     * Creates the application.
     *
     * @param redistributes whether it can continue with another number of IDs
     */
    SimulatedSpmd(SimNode node, int steps, int pace, boolean redistributes) {
        this.node = node;
        this.steps = steps;
        this.pace = pace;
        this.redistributes = redistributes;
    }

    static long expected(int steps) {
        State whole = part(0, 1, initial());
        for (int step = 0; step < steps; step++) {
            whole = whole.next(whole.last(), whole.sum());
        }
        return whole.sum();
    }

    /** Returns the lines that a run must print exactly once each, if its number of IDs does not change. */
    public static List<String> lines(int count, int steps) {
        return IntStream.range(0, count)
                .boxed()
                .flatMap(id -> IntStream.range(0, steps).mapToObj(step -> line(id, step)))
                .toList();
    }

    private static String line(int id, int step) {
        return "ID " + id + " begins step " + step;
    }

    private static State initial() {
        long[] cells = new long[CELLS];
        Arrays.setAll(cells, cell -> cell + 1L);
        return new State(0, cells);
    }

    private static State part(int id, int count, State whole) {
        return new State(whole.step(), Arrays.copyOfRange(whole.cells(), CELLS * id / count, CELLS * (id + 1) / count));
    }

    private static State whole(List<State> parts) {
        long[] cells = parts.stream()
                .flatMapToLong(part -> Arrays.stream(part.cells()))
                .toArray();
        return new State(parts.get(0).step(), cells);
    }

    @Override
    public void run(ComputeThread self) throws Exception {
        CommLib comm = self.comm();
        int id = self.id();
        int count = self.count();
        State state = redistributes
                ? self.restore(() -> part(id, count, initial()), (all, now) -> part(now.id(), now.count(), whole(all)))
                : self.restore(() -> part(id, count, initial()));
        SimulatedTalk talk = redistributes ? null : new SimulatedTalk(comm);
        while (state.step() < steps) {
            self.report().print(line(id, state.step()));
            node.compute(Duration.ofMillis(20L * pace));
            if (talk != null) {
                talk.step(state.step());
            }
            if (state.step() % STEPS_OF_TASKS == 4) {
                doTasks(self, state.step());
            }
            state = state.next(before(comm, state), comm.allReduce(state.sum(), Reduction.SUM));
            if (isAfterCheckpoint(state)) {
                self.checkpoint(state);
            }
        }
        if (talk != null) {
            talk.end(steps);
        }
        long total = comm.allReduce(state.sum(), Reduction.SUM);
        if (id == 0) {
            self.report().put("total", total);
        }
    }

    private boolean isAfterCheckpoint(State state) {
        return state.step() > 0 && state.step() < steps && state.step() % STEPS_OF_CHECKPOINT == 0;
    }

    /**
     * Returns the cell that stands before the first cell of this ID in the ring. It is the last cell of the previous
     * ID, which sends it in two numbered messages.
     */
    private static long before(CommLib comm, State state) {
        int left = (comm.id() + comm.count() - 1) % comm.count();
        int right = (comm.id() + 1) % comm.count();
        if (left == comm.id()) {
            return state.last();
        }
        long sum = 0;
        long[] theirs = new long[2];
        for (int half = 0; half < 2; half++) {
            long number = 2L * state.step() + half;
            comm.send(right, BORDER, new long[] {number, half == 0 ? state.last() - 5 : 5});
            comm.receive(left, BORDER, theirs);
            require(number, theirs[0], comm.id());
            sum += theirs[1];
        }
        return sum;
    }

    /**
     * Executes tasks together with all other threads. Each ID puts some tasks; the first of them creates one more,
     * which may go to another engine. Any thread may execute a task, and each task must be executed once.
     */
    private void doTasks(ComputeThread self, int step) {
        for (int task = 0; task < TASKS_OF_EACH - 1; task++) {
            self.putTask(1L << (self.id() * TASKS_OF_EACH + task));
        }
        long[] done = {0, 0};
        for (Serializable task = next(self); task != null; task = next(self)) {
            long bit = (Long) task;
            if (Long.numberOfTrailingZeros(bit) % TASKS_OF_EACH == 0) {
                self.lendSubtask(bit << (TASKS_OF_EACH - 1));
            }
            node.compute(Duration.ofMillis(5));
            done[0]++;
            done[1] += bit;
        }
        self.comm().allReduce(Slice.of(done), Reduction.SUM);
        int all = TASKS_OF_EACH * self.count();
        if (done[0] != all || done[1] != (1L << all) - 1) {
            throw new IllegalStateException("expected " + all + " tasks to be done in step " + step + ", found "
                    + done[0] + ": " + Long.toBinaryString(done[1]));
        }
    }

    private static @Nullable Serializable next(ComputeThread self) {
        Serializable subtask = self.getSubtask();
        return subtask == null ? self.getTask() : subtask;
    }

    private static void require(long expected, long found, int id) {
        if (found != expected) {
            throw new IllegalStateException(
                    "ID " + id + ": expected the message of number " + expected + ", found that of " + found);
        }
    }
}
