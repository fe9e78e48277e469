package org.moide.engine.worker;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.moide.balance.worker.Slot;
import org.moide.balance.worker.WorkerTable;
import org.moide.balance.worker.round.RoundMessage;
import org.moide.engine.ComputeThread;
import org.moide.engine.Report;
import org.moide.engine.WorkerApplication;
import org.moide.engine.control.BrokenRuleException;

/** Ends a run with workers: checks that no task is left, and merges all results. */
final class Ending<S extends Serializable, T extends Serializable, R extends Serializable> {
    /** The bytes that a logical ID contributes to the merging if it has no result. */
    private static final byte[] NOTHING = {};

    private final WorkerApplication<S, T, R> application;
    private final Bodies bodies;
    private final List<byte[]> ended;
    private final WorkerTable table;
    private @Nullable R merged;

    /**
     * Prepares the end of a run, on one engine.
     *
     * @param ended the results of workers that have ended on this engine
     */
    Ending(WorkerApplication<S, T, R> application, Bodies bodies, List<byte[]> ended, WorkerTable table) {
        this.application = application;
        this.bodies = bodies;
        this.ended = ended;
        this.table = table;
    }

    /**
     * Checks that no task is left, and merges all results, together with all other engines. Each compute thread calls
     * it; the first thread of an engine contributes the engine's results.
     */
    void run(ComputeThread self, int index, Handling<S, T, R> handling, Report report) throws Exception {
        String[] undone = index == 0 ? table.leftOver().toArray(String[]::new) : new String[0];
        List<String> all = List.of(self.comm().reduce(0, undone, Ending::joined));
        if (self.id() == 0 && !all.isEmpty()) {
            throw new BrokenRuleException(RoundMessage.Stuck.waiting(all).why());
        }
        if (index == 0) {
            mergeAll(handling);
        }
        R here = merged;
        byte[] one = here == null ? NOTHING : bodies.encode(here);
        byte[] result = self.comm().reduce(0, one, this::merged);
        if (self.id() == 0 && result.length > 0) {
            Thread.currentThread().setContextClassLoader(application.getClass().getClassLoader());
            application.handleResults(typed(bodies.decode(result)), report);
        }
    }

    private static String[] joined(String[] left, String[] right) {
        return Stream.concat(Arrays.stream(left), Arrays.stream(right)).toArray(String[]::new);
    }

    private byte[] merged(byte[] left, byte[] right) {
        if (left.length == 0 || right.length == 0) {
            return left.length == 0 ? right : left;
        }
        return bodies.encode(application.merge(typed(bodies.decode(left)), typed(bodies.decode(right))));
    }

    // All results come from the same application, so they have the type R.
    @SuppressWarnings("unchecked")
    private R typed(Object result) {
        return (R) result;
    }

    private void add(R result) {
        R before = merged;
        merged = before == null ? result : application.merge(before, result);
    }

    private void mergeAll(Handling<S, T, R> handling) throws Exception {
        for (byte[] result : ended) {
            add(typed(bodies.decode(result)));
        }
        List<Slot> here = new ArrayList<>();
        table.forEach(here::add);
        table.forEachUntouched(here::add);
        here.sort(Comparator.comparingLong(Slot::worker));
        for (Slot slot : here) {
            WorkerCell cell = WorkerCell.of(slot.state(), 0);
            handling.recordEnd(slot, cell);
            add(handling.resultOf(slot, cell));
        }
    }
}
