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
        for (int free = free(placed.columns(), placed.left(), placed.right()); free != 0; free &= free - 1) {
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
        return solutions(placed.columns(), placed.left(), placed.right());
    }

    private long solutions(int columns, int left, int right) {
        if (columns == (1 << size) - 1) {
            return 1;
        }
        long solutions = 0;
        for (int free = free(columns, left, right); free != 0; free &= free - 1) {
            int queen = free & -free;
            solutions += solutions(columns | queen, (left | queen) << 1, (right | queen) >>> 1);
        }
        return solutions;
    }

    /**
     * Returns a mask with a bit for each column of the next row in which no queen attacks. The arguments are masks as
     * in {@link Placed}.
     */
    private int free(int columns, int left, int right) {
        return ~(columns | left | right) & ((1 << size) - 1);
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
