package org.moide.engine.worker;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.moide.balance.worker.Slot;
import org.moide.balance.worker.WorkerTable;
import org.moide.engine.ComputeThread;
import org.moide.engine.WorkerApplication;

/** The end of a run with workers: looks whether anything is left undone, and brings all results together. */
final class Ending<S extends Serializable, T extends Serializable, R extends Serializable> {
    /** Who else waits is told by how many. */
    private static final int MOST_LINES = 10;

    private final WorkerApplication<S, T, R> application;
    private final Bodies bodies;
    private final WorkerEngine<S, T, R> engine;
    private final WorkerTable table;
    private @Nullable R merged;

    Ending(WorkerApplication<S, T, R> application, Bodies bodies, WorkerEngine<S, T, R> engine, WorkerTable table) {
        this.application = application;
        this.bodies = bodies;
        this.engine = engine;
        this.table = table;
    }

    /** Called by each compute thread; the first of an engine has all that is there. */
    void run(ComputeThread self, int index, Handling<S, T, R> handling) throws Exception {
        ArrayList<String> undone = new ArrayList<>(index == 0 ? table.leftOver() : List.of());
        List<String> all = self.comm().reduce(0, undone, Ending::joined);
        if (self.id() == 0 && !all.isEmpty()) {
            throw new IllegalStateException("all workers wait, and nothing can happen any more: "
                    + String.join("; ", all.subList(0, Math.min(MOST_LINES, all.size())))
                    + (all.size() > MOST_LINES ? "; and " + (all.size() - MOST_LINES) + " more" : ""));
        }
        if (index == 0) {
            mergeAll(handling);
        }
        R here = merged;
        ArrayList<Serializable> one = new ArrayList<>();
        if (here != null) {
            one.add(here);
        }
        List<Serializable> result = self.comm().reduce(0, one, this::merged);
        if (self.id() == 0 && !result.isEmpty()) {
            application.handleResults(
                    typed(result.get(0)), engine.surroundings().report());
        }
    }

    private static ArrayList<String> joined(ArrayList<String> left, ArrayList<String> right) {
        ArrayList<String> both = new ArrayList<>(left);
        both.addAll(right);
        return both;
    }

    private ArrayList<Serializable> merged(ArrayList<Serializable> left, ArrayList<Serializable> right) {
        if (left.isEmpty() || right.isEmpty()) {
            return left.isEmpty() ? right : left;
        }
        // What is given must stay as it is, and merge may change its left side: so that is a copy.
        Serializable copy = (Serializable) bodies.decode(bodies.encode(left.get(0)));
        return new ArrayList<>(List.of(application.merge(typed(copy), typed(right.get(0)))));
    }

    // The results are those of the same application.
    @SuppressWarnings("unchecked")
    private R typed(Object result) {
        return (R) result;
    }

    private void add(R result) {
        R before = merged;
        merged = before == null ? result : application.merge(before, result);
    }

    private void mergeAll(Handling<S, T, R> handling) throws Exception {
        for (byte[] ended : engine.results()) {
            add(typed(bodies.decode(ended)));
        }
        List<Slot> here = new ArrayList<>();
        table.forEach(here::add);
        table.forEachUntouched(here::add);
        here.sort(Comparator.comparingLong(Slot::worker));
        for (Slot slot : here) {
            WorkerCell cell = WorkerCell.of(slot.state(), engine.ticker().nanoTime());
            add(application.result(slot.worker(), handling.stateOf(slot, cell)));
        }
    }
}
