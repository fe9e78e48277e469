package org.moide.samples.bench.graph;

import java.util.ArrayList;
import java.util.List;

/**
 * The routes of one ID: which outputs it sends to other IDs, and receives from them, between two steps, for each set of
 * needs (see {@link TaskGraph#needs}). They are computed before the run is timed. The columns are divided among the IDs
 * in blocks whose lengths differ by one at most.
 */
final class Routes {
    /**
     * An output that is sent to another ID or received from it.
     *
     * @param column the column whose task has the output
     * @param id the other ID
     */
    record Hop(int column, int id) {}

    /**
     * The outputs to send and to receive for one set of needs, in ascending order of columns and then of IDs. So the
     * two IDs of a pair handle their messages in the same order.
     */
    record Between(List<Hop> sent, List<Hop> received) {
        /**
         * Returns whether exactly one output is sent and one received, both with the same ID, so that a single exchange
         * does both.
         */
        boolean isExchange() {
            return sent.size() == 1
                    && received.size() == 1
                    && sent.get(0).id() == received.get(0).id();
        }
    }

    private final TaskGraph graph;
    private final int ids;
    private final List<Between> sets = new ArrayList<>();
    private final int[][][] needs;

    Routes(TaskGraph graph, int id, int ids) {
        this.graph = graph;
        this.ids = ids;
        int first = first(id);
        int end = first(id + 1);
        needs = new int[graph.sets()][end - first][];
        for (int set = 0; set < graph.sets(); set++) {
            boolean[][] wantedBy = new boolean[end - first][ids];
            boolean[] wanted = new boolean[graph.width()];
            for (int column = 0; column < graph.width(); column++) {
                int owner = owner(column);
                for (int need : graph.needs(set, column)) {
                    if (owner == id) {
                        wanted[need] = true;
                    } else if (need >= first && need < end) {
                        wantedBy[need - first][owner] = true;
                    }
                }
                if (owner == id) {
                    needs[set][column - first] = graph.needs(set, column);
                }
            }
            sets.add(between(first, end, wantedBy, wanted));
        }
    }

    private Between between(int first, int end, boolean[][] wantedBy, boolean[] wanted) {
        List<Hop> sent = new ArrayList<>();
        for (int column = first; column < end; column++) {
            for (int other = 0; other < ids; other++) {
                if (wantedBy[column - first][other]) {
                    sent.add(new Hop(column, other));
                }
            }
        }
        List<Hop> received = new ArrayList<>();
        for (int column = 0; column < graph.width(); column++) {
            if (wanted[column] && (column < first || column >= end)) {
                received.add(new Hop(column, owner(column)));
            }
        }
        return new Between(List.copyOf(sent), List.copyOf(received));
    }

    /** Returns the first column of an ID. If {@code id} is the number of IDs, it returns the number of columns. */
    int first(int id) {
        return (int) ((long) id * graph.width() / ids);
    }

    int owner(int column) {
        int id = (int) (((long) column * ids + ids - 1) / graph.width());
        while (first(id) > column) {
            id--;
        }
        while (first(id + 1) <= column) {
            id++;
        }
        return id;
    }

    Between before(int step) {
        return sets.get(graph.setAt(step));
    }

    /**
     * Returns for each of this ID's columns, beginning with the first, the columns whose outputs it needs in a step.
     * The arrays must not be changed.
     */
    int[][] needs(int step) {
        return needs[graph.setAt(step)];
    }
}
