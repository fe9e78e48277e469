package org.moide.samples.bench.graph;

import org.moide.commlib.CommLib;
import org.moide.commlib.Slice;

/**
 * One ID's part of a graph of tasks: the ID runs the tasks of its columns step by step, and exchanges their outputs
 * with other IDs between the steps. Every output names the task that made it, and every task checks that it has the
 * inputs that it needs, as in Task Bench. Used by that ID's thread only.
 */
final class GraphRun {
    private static final int TAG = 1;

    private final CommLib comm;
    private final Routes routes;
    private final int first;
    private final long[][] made;
    private final long[][] inputs;
    private final Slice[] madeSlices;
    private final Slice[] inputSlices;
    private final Kernel kernel = new Kernel();

    /**
     * Prepares one ID's part; nothing is run yet.
     *
     * @param words the number of words of 8 bytes in each output, at least 2
     */
    GraphRun(CommLib comm, TaskGraph graph, int words) {
        this.comm = comm;
        routes = new Routes(graph, comm.id(), comm.count());
        first = routes.first(comm.id());
        int columns = routes.first(comm.id() + 1) - first;
        made = new long[columns][words];
        madeSlices = slices(made);
        inputs = new long[graph.width()][];
        inputSlices = new Slice[graph.width()];
        for (int set = 0; set < graph.sets(); set++) {
            for (Routes.Hop hop : routes.before(set + 1).received()) {
                inputs[hop.column()] = new long[words];
                inputSlices[hop.column()] = Slice.of(inputs[hop.column()]);
            }
        }
        for (int column = 0; column < columns; column++) {
            inputs[first + column] = new long[words];
        }
    }

    private static Slice[] slices(long[][] arrays) {
        Slice[] slices = new Slice[arrays.length];
        for (int i = 0; i < slices.length; i++) {
            slices[i] = Slice.of(arrays[i]);
        }
        return slices;
    }

    /**
     * Runs all steps.
     *
     * @param iterations the number of iterations of the kernel in each task
     * @throws IllegalStateException if a task has not got the input that it needs
     */
    void run(int steps, long iterations) {
        for (int step = 0; step < steps; step++) {
            if (step > 0) {
                exchange(routes.before(step));
            }
            int[][] needs = routes.needs(step);
            for (int column = 0; column < made.length; column++) {
                if (step > 0) {
                    check(step, column, needs[column]);
                }
                kernel.compute(iterations);
                fill(made[column], step, first + column);
            }
        }
    }

    /**
     * Exchanges the outputs of one step with other IDs. A short message is sent without waiting for its receiver, so
     * each ID sends all of its messages before it receives any.
     */
    private void exchange(Routes.Between between) {
        for (int column = 0; column < made.length; column++) {
            System.arraycopy(made[column], 0, inputs[first + column], 0, made[column].length);
        }
        if (between.isExchange()) {
            Routes.Hop out = between.sent().get(0);
            Slice in = inputSlices[between.received().get(0).column()];
            comm.exchange(out.id(), TAG, madeSlices[out.column() - first], in);
            return;
        }
        for (Routes.Hop hop : between.sent()) {
            comm.send(hop.id(), TAG, madeSlices[hop.column() - first]);
        }
        for (Routes.Hop hop : between.received()) {
            comm.receive(hop.id(), TAG, inputSlices[hop.column()]);
        }
    }

    private void check(int step, int column, int[] needs) {
        for (int need : needs) {
            long[] input = inputs[need];
            for (int word = 0; word < input.length; word += 2) {
                if (input[word] != step - 1L || input[word + 1] != need) {
                    throw new IllegalStateException("step " + step + ", column " + (first + column)
                            + ": expected the output of step " + (step - 1) + ", column " + need
                            + ", found that of step " + input[word] + ", column " + input[word + 1]);
                }
            }
        }
    }

    private static void fill(long[] output, int step, int column) {
        for (int word = 0; word < output.length; word += 2) {
            output[word] = step;
            output[word + 1] = column;
        }
    }

    /** Returns the number of this ID's tasks in a step. */
    int columns() {
        return made.length;
    }

    /** Returns the sum of all numbers that the kernel has computed; see {@link Kernel#sum}. */
    double sum() {
        return kernel.sum();
    }
}
