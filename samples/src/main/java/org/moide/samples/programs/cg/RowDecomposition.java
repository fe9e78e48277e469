package org.moide.samples.programs.cg;

import java.util.function.IntToDoubleFunction;
import org.moide.commlib.CommLib;
import org.moide.commlib.Reduction;
import org.moide.commlib.Slice;
import org.moide.samples.programs.cg.matrix.Block;
import org.moide.samples.programs.cg.matrix.SparseMatrix;

/**
 * A distribution by whole rows, in proportion to each ID's power. Each ID has its rows of every vector; before a
 * product, every engine gets the whole of {@code p}. This works for any number of IDs and any powers, and with few IDs
 * no other distribution moves less data.
 */
final class RowDecomposition implements Decomposition {
    private final CommLib comm;
    private final Block block;
    private final double[][] wholes;
    private int turn;

    /**
     * Creates the distribution. Every ID must call it.
     *
     * @param order the matrix' number of rows
     * @param share the fraction of the work that each ID takes; the fractions add up to 1
     */
    RowDecomposition(CommLib comm, int order, IntToDoubleFunction share) {
        this(comm, rows(comm, order, share));
    }

    /**
     * Creates the distribution with given rows. Every ID must call it.
     *
     * @param block this ID's rows and all columns; each ID's rows follow those of the ID before
     */
    RowDecomposition(CommLib comm, Block block) {
        this.comm = comm;
        this.block = block;
        wholes = WholeVectors.of(comm, block.columns()).byTurns();
    }

    private static Block rows(CommLib comm, int order, IntToDoubleFunction share) {
        double before = 0.0;
        for (int id = 0; id < comm.id(); id++) {
            before += share.applyAsDouble(id);
        }
        boolean last = comm.id() == comm.count() - 1;
        int end = last ? order : rowAt(before + share.applyAsDouble(comm.id()), order);
        return new Block(rowAt(before, order), end, 0, order);
    }

    /**
     * Returns the row at which a fraction of all rows ends, rounded. The same fraction always gives the same row, so
     * the end of one ID's rows is the first row of the next ID.
     */
    private static int rowAt(double part, int order) {
        return (int) Math.min(order, Math.round(part * order));
    }

    @Override
    public Block block() {
        return block;
    }

    @Override
    public int vectorLength() {
        return block.rows();
    }

    @Override
    public void multiply(SparseMatrix matrix, double[] p, double[] q) {
        double[] whole = wholes[turn];
        turn = (turn + 1) % wholes.length;
        System.arraycopy(p, 0, whole, block.firstRow(), block.rows());
        comm.allGather(Slice.of(whole, block.firstRow(), block.rows()), Slice.of(whole));
        matrix.multiply(whole, q);
    }

    @Override
    public void sum(double[] partials) {
        comm.allReduce(Slice.of(partials), Reduction.SUM);
    }
}
