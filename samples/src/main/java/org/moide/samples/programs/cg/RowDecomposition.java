package org.moide.samples.programs.cg;

import java.util.function.IntToDoubleFunction;
import org.moide.commlib.CommLib;
import org.moide.commlib.Reduction;
import org.moide.commlib.Slice;

/**
 * Whole rows, in proportion to each ID's power. Each ID has its rows of every vector; before a product all get the whole
 * of {@code p}. Works for any number of IDs and any powers, and while there are few of them nothing moves less data.
 */
final class RowDecomposition implements Decomposition {
    private final CommLib comm;
    private final Block block;
    private final double[] whole;
    private final Slice wholeSlice;

    /**
     * @param order the matrix' number of rows
     * @param share what part of the work each ID takes; the parts of all add up to 1
     */
    RowDecomposition(CommLib comm, int order, IntToDoubleFunction share) {
        this.comm = comm;
        double before = 0.0;
        for (int id = 0; id < comm.id(); id++) {
            before += share.applyAsDouble(id);
        }
        int first = rowAt(before, order);
        boolean last = comm.id() == comm.count() - 1;
        int end = last ? order : rowAt(before + share.applyAsDouble(comm.id()), order);
        block = new Block(first, end, 0, order);
        whole = new double[order];
        wholeSlice = Slice.of(whole);
    }

    /** The same double gives the same row, so one ID's end is the next one's first. */
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
        comm.allGather(Slice.of(p), wholeSlice);
        matrix.multiply(whole, q);
    }

    @Override
    public void sum(double[] partials) {
        comm.allReduce(Slice.of(partials), Reduction.SUM);
    }
}
