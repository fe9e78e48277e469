package org.moide.samples.programs.cg;

import org.moide.commlib.CommLib;
import org.moide.commlib.Reduction;
import org.moide.commlib.Slice;
import org.moide.samples.programs.cg.matrix.Block;
import org.moide.samples.programs.cg.matrix.SparseMatrix;

/**
 * The benchmark's own distribution for 2ᵏ IDs: a grid with as many columns as rows, or twice as many. An ID has one
 * block of the matrix. Vectors are divided among the grid's columns, and all IDs of a column have the same part.
 *
 * <p>A product takes three steps: each ID multiplies its block by its part of the vector; the results are added along
 * each row of the grid (<em>vector reduction</em>, by pairs); and an exchange turns the sum, which is divided among the
 * grid's rows, into one that is divided among its columns (<em>transpose</em>). Each ID moves about 1/√IDs of a vector
 * in each step, whereas {@link RowDecomposition} moves a whole one.
 */
final class GridDecomposition implements Decomposition {
    private static final int TAG_REDUCTION = 1;
    private static final int TAG_TRANSPOSE = 2;

    private final CommLib comm;
    private final int gridRows;
    private final int gridColumns;
    private final Block block;
    private final int transposePartner;
    private final Slice transposeOut;
    private final double[] rowPart;
    private final double[] received;

    /**
     * Creates the distribution of a square matrix over a grid of compute threads. Every compute thread must create one,
     * since the threads exchange messages in the constructor.
     *
     * @param order the number of rows of the matrix
     * @throws IllegalArgumentException if the number of threads is no power of two
     */
    GridDecomposition(CommLib comm, int order) {
        this.comm = comm;
        if (Integer.bitCount(comm.count()) != 1) {
            throw new IllegalArgumentException(
                    "a grid needs a power of two of threads in all, found " + comm.count() + ": use rows");
        }
        int bits = Integer.numberOfTrailingZeros(comm.count());
        gridColumns = 1 << ((bits + 1) / 2);
        gridRows = comm.count() / gridColumns;
        int row = comm.id() / gridColumns;
        int column = comm.id() % gridColumns;
        block = new Block(
                cut(row, gridRows, order),
                cut(row + 1, gridRows, order),
                cut(column, gridColumns, order),
                cut(column + 1, gridColumns, order));
        rowPart = new double[block.rows()];
        received = new double[block.rows()];

        // A part by rows is as long as `wide` parts by columns. The one who has what I need needs what I have.
        int wide = gridColumns / gridRows;
        int partnerColumn = row * wide + column % wide;
        transposePartner = (column / wide) * gridColumns + partnerColumn;
        int from = cut(partnerColumn, gridColumns, order);
        int end = cut(partnerColumn + 1, gridColumns, order);
        transposeOut = Slice.of(rowPart, from - block.firstRow(), end - from);
    }

    private static int cut(int part, int parts, int order) {
        return (int) ((long) part * order / parts);
    }

    @Override
    public Block block() {
        return block;
    }

    @Override
    public int vectorLength() {
        return block.columns();
    }

    @Override
    public void multiply(SparseMatrix matrix, double[] p, double[] q) {
        matrix.multiply(p, rowPart);
        // Both partners of a pair add the same two numbers, so all of a row end with the same bits.
        for (int distance = 1; distance < gridColumns; distance *= 2) {
            comm.exchange(comm.id() ^ distance, TAG_REDUCTION, Slice.of(rowPart), Slice.of(received));
            for (int i = 0; i < rowPart.length; i++) {
                rowPart[i] += received[i];
            }
        }
        if (transposePartner == comm.id()) {
            System.arraycopy(rowPart, transposeOut.offset(), q, 0, q.length);
        } else {
            comm.exchange(transposePartner, TAG_TRANSPOSE, transposeOut, Slice.of(q));
        }
    }

    @Override
    public void sum(double[] partials) {
        comm.allReduce(Slice.of(partials), Reduction.SUM);
        for (int i = 0; i < partials.length; i++) {
            partials[i] /= gridRows; // every part is there once for each row of the grid
        }
    }
}
