package org.moide.coordinator.run;

import java.io.Serializable;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.moide.commlib.CommLib;
import org.moide.commlib.Reduction;
import org.moide.commlib.sim.SimNode;
import org.moide.engine.Application;
import org.moide.engine.ComputeThread;

/** Cells that are cut among however many IDs there are, so that engines may be added and taken away. */
final class SimulatedCells implements Application {
    private static final int CELLS = 24;
    private static final int STEPS = 20;
    private static final int STEPS_OF_CHECKPOINT = 4;

    private final SimNode node;

    /** Some neighbouring cells, after so many steps. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record State(int step, int first, long[] cells) implements Serializable {
        private static final long serialVersionUID = 1L;

        private long sum() {
            return Arrays.stream(cells).sum();
        }

        private State next(long sum) {
            return new State(
                    step + 1,
                    first,
                    Arrays.stream(cells)
                            .map(cell -> cell * 6_364_136_223_846_793_005L + (sum >>> 7) + 1)
                            .toArray());
        }

        /** The part of one ID. */
        private State cut(int id, int count) {
            int from = CELLS * id / count;
            return new State(step, from, Arrays.copyOfRange(cells, from, CELLS * (id + 1) / count));
        }
    }

    SimulatedCells(SimNode node) {
        this.node = node;
    }

    /** What the result must be, whoever has computed it. */
    static long expected() {
        State all = initial();
        while (all.step() < STEPS) {
            all = all.next(all.sum());
        }
        return all.sum();
    }

    private static State initial() {
        long[] cells = new long[CELLS];
        Arrays.setAll(cells, cell -> cell + 1L);
        return new State(0, 0, cells);
    }

    private static State joined(List<State> parts) {
        long[] cells = new long[CELLS];
        int step = 0;
        for (State part : parts) {
            System.arraycopy(part.cells(), 0, cells, part.first(), part.cells().length);
            step = part.step();
        }
        return new State(step, 0, cells);
    }

    @Override
    public void run(ComputeThread self) throws Exception {
        CommLib comm = self.comm();
        int id = self.id();
        int count = self.count();
        State state = self.restore(
                () -> initial().cut(id, count), (all, me) -> joined(all).cut(id, count));
        while (state.step() < STEPS) {
            node.compute(Duration.ofMillis(20));
            state = state.next(comm.allReduce(state.sum(), Reduction.SUM));
            if (state.step() % STEPS_OF_CHECKPOINT == 0) {
                self.checkpoint(state);
            }
        }
        long total = comm.allReduce(state.sum(), Reduction.SUM);
        if (id == 0) {
            self.report().put("total", total);
        }
    }
}
