package org.moide.samples.primers;

import java.util.Set;
import org.moide.engine.Arguments;
import org.moide.engine.Report;
import org.moide.engine.TaskApplication;
import org.moide.engine.TaskContext;

/**
 * A bag of tasks of unequal size, which counts the ways to place n queens on a board of n × n so that none attacks
 * another. A task is a placement of queens on the first rows; executing it tries all placements on the other rows.
 *
 * <p>Reports {@code queens} and {@code solutions}, and fails if the number of solutions differs from the known one.
 */
public final class Queens implements TaskApplication<Placed, Long> {
    private static final Set<String> OPTIONS = Set.of("--size", "--prefix");
    private static final int MOST = 20;
    /** How many numbers an entry of a search's stack has. */
    private static final int ENTRY = 4;
    /** The length of a search's stack, which may have one entry more than there are rows. */
    private static final int STACK = ENTRY * (MOST + 2);
    /** A mask of each second column. */
    private static final int EVEN = 0x55555555;

    /** The known numbers of solutions for 0, 1, 2 … queens (OEIS A000170). */
    private static final long[] KNOWN = {
        1,
        1,
        0,
        0,
        2,
        10,
        4,
        40,
        92,
        352,
        724,
        2_680,
        14_200,
        73_712,
        365_596,
        2_279_184,
        14_772_512,
        95_815_104,
        666_090_624,
        4_968_057_848L,
        39_029_188_884L
    };

    private volatile int size;

    @Override
    public String summary() {
        return "in how many ways n queens can stand on a board of n × n";
    }

    @Override
    public String usage() {
        return """
            --size n     queens, and rows of the board, 1 to 20; default 16
            --prefix n   how many rows a task finds filled; default 3""";
    }

    @Override
    public void check(Arguments arguments) {
        arguments.allow(OPTIONS, Set.of(), 0);
        size(arguments);
        prefix(arguments);
    }

    private static int size(Arguments arguments) {
        return arguments.count("--size", 16, 1, MOST);
    }

    private static int prefix(Arguments arguments) {
        return arguments.count("--prefix", 3, 0, 6);
    }

    @Override
    public void createTasks(TaskContext<Placed> context) {
        size = size(context.arguments());
        putFrom(new Placed(0, 0, 0, 0), Math.min(size, prefix(context.arguments())), context);
    }

    private void putFrom(Placed placed, int rows, TaskContext<Placed> context) {
        if (placed.rows() == rows) {
            context.put(placed);
            return;
        }
        int free = all(size) & ~(placed.columns() | placed.left() | placed.right());
        for (; free != 0; free &= free - 1) {
            int queen = free & -free;
            Placed more = new Placed(
                    placed.rows() + 1,
                    placed.columns() | queen,
                    (placed.left() | queen) << 1,
                    (placed.right() | queen) >>> 1);
            putFrom(more, rows, context);
        }
    }

    @Override
    public void prepare(TaskContext<Placed> context) {
        size = size(context.arguments());
    }

    @Override
    public Long identity() {
        return 0L;
    }

    @Override
    public Long executeTask(Placed placed, TaskContext<Placed> context) {
        return solutions(placed, all(size));
    }

    /**
     * Counts the solutions by two searches, each of which has half of the columns of the next row. The processor can
     * make a step of one while it waits for the results of the other.
     */
    private static long solutions(Placed placed, int all) {
        int free = all & ~(placed.columns() | placed.left() | placed.right());
        int[] even = new int[STACK];
        int[] odd = new int[STACK];
        long[] solutions = {placed.columns() == all ? 1 : 0};
        int evenTop = put(even, 0, placed.columns(), placed.left(), placed.right(), free & EVEN);
        int oddTop = put(odd, 0, placed.columns(), placed.left(), placed.right(), free & ~EVEN);
        while (evenTop > 0 && oddTop > 0) {
            evenTop = step(even, evenTop, all, solutions);
            oddTop = step(odd, oddTop, all, solutions);
        }
        while (evenTop > 0) {
            evenTop = step(even, evenTop, all, solutions);
        }
        while (oddTop > 0) {
            oddTop = step(odd, oddTop, all, solutions);
        }
        return solutions[0];
    }

    /**
     * Makes a step of a search: places a queen in the last row of its stack. An entry of the stack has the three masks
     * of a row and its columns that are free and have not been tried. An entry without such columns is overwritten by
     * the next one. Whether there are some is as good as random, so the code computes with it and does not branch: a
     * processor would often guess the branch wrong.
     *
     * @return the end of the stack; 0 if the search is at its end
     */
    private static int step(int[] stack, int top, int all, long[] solutions) {
        int last = top - ENTRY;
        int columns = stack[last];
        int left = stack[last + 1];
        int right = stack[last + 2];
        int free = stack[last + 3];
        int queen = free & -free;
        int others = free ^ queen;
        stack[last + 3] = others;
        columns |= queen;
        left = (left | queen) << 1;
        right = (right | queen) >>> 1;
        solutions[0] += columns == all ? 1 : 0;
        return put(stack, last + length(others), columns, left, right, all & ~(columns | left | right));
    }

    /** Writes a row's entry at the end of a stack. Returns the new end: the same, if no column of this row is free. */
    private static int put(int[] stack, int top, int columns, int left, int right, int free) {
        stack[top] = columns;
        stack[top + 1] = left;
        stack[top + 2] = right;
        stack[top + 3] = free;
        return top + length(free);
    }

    /** Returns the length of an entry with these columns: 0, if there are none. */
    private static int length(int columns) {
        return ENTRY * (-columns >>> 31);
    }

    /** Returns a mask with a bit for each column of the board. */
    private static int all(int size) {
        return (1 << size) - 1;
    }

    @Override
    public Long merge(Long left, Long right) {
        return left + right;
    }

    @Override
    public void handleResults(Long solutions, Report report) {
        report.put("queens", size);
        report.put("solutions", solutions);
        if (solutions != KNOWN[size]) {
            throw new IllegalStateException(
                    "expected " + KNOWN[size] + " solutions for " + size + " queens, found " + solutions);
        }
    }
}
