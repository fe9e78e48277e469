package org.moide.samples.programs.cg.matrix;

import java.io.Serializable;
import org.moide.commlib.CommLib;

/**
 * The making of the benchmark's matrix: how the threads of an engine make its rows together. Each draws a part of the
 * vectors, and puts what they give into the rows of all; each then adds up its own rows, whose memory it has made. What
 * falls on one place is added in the order of the vectors, so the bits are those of {@link SparseMatrix#build}.
 */
public final class MatrixMaking {
    private final Pattern pattern;
    private final EngineThreads threads;
    private final Shared shared;
    private final int self;
    private final int firstRow;
    private final int endRow;

    /**
     * The arrays that the threads of an engine give each other; each writes at its own index.
     *
     * @param blocks the rows of each
     * @param parts what each has found in its part of the random numbers
     * @param cursors by the thread whose vectors it is, and by row: how many elements they give; then where the next
     *     one goes
     * @param columns of the elements of each thread's rows
     * @param values of these
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Shared(Block[] blocks, StreamPart[] parts, int[][] cursors, int[][] columns, double[][] values)
            implements Serializable {
        private static final long serialVersionUID = 1L;

        static Shared of(int threads) {
            return new Shared(
                    new Block[threads],
                    new StreamPart[threads],
                    new int[threads][],
                    new int[threads][],
                    new double[threads][]);
        }
    }

    private MatrixMaking(Pattern pattern, EngineThreads threads, Shared shared) {
        this.pattern = pattern;
        this.threads = threads;
        this.shared = shared;
        this.self = threads.index();
        this.firstRow = shared.blocks[0].firstRow();
        this.endRow = shared.blocks[threads.count() - 1].endRow();
    }

    /**
     * Every thread of the engine calls.
     *
     * @param rows of this ID, with all columns; those of the engine's threads follow each other
     * @throws IllegalStateException if the rows have more elements than an array can hold
     */
    public static SparseMatrix make(CommLib comm, ProblemClass problem, Block rows) {
        return make(comm, problem.pattern(), rows);
    }

    static SparseMatrix make(CommLib comm, Pattern pattern, Block rows) {
        EngineThreads threads = EngineThreads.of(comm);
        if (threads.count() == 1) {
            return SparseMatrix.build(pattern, rows);
        }
        Shared shared = threads.share(comm, Shared.class, () -> Shared.of(threads.count()));
        shared.blocks[threads.index()] = rows;
        shared.parts[threads.index()] = StreamPart.of(pattern, threads.index(), threads.count());
        comm.barrier();
        VectorStart[] starts = VectorStart.of(pattern, shared.parts);
        return starts == null
                ? SparseMatrix.build(pattern, rows)
                : new MatrixMaking(pattern, threads, shared).make(comm, starts);
    }

    private SparseMatrix make(CommLib comm, VectorStart[] starts) {
        VectorStart start = starts[self];
        int end = self == threads.count() - 1 ? pattern.order() : starts[self + 1].vector();
        count(new SparseVectors(pattern, start), end);
        comm.barrier();
        Block own = shared.blocks[self];
        int[] rowStarts = makeRoom(own);
        comm.barrier();
        fill(new SparseVectors(pattern, start), end);
        comm.barrier();
        return SparseMatrix.compacted(own, rowStarts, shared.columns[self], shared.values[self]);
    }

    private void count(SparseVectors vectors, int end) {
        int[] counts = new int[endRow - firstRow];
        while (vectors.next() < end) {
            vectors.advance();
            for (int k = 0; k < vectors.size(); k++) {
                if (isHere(vectors.position(k))) {
                    counts[vectors.position(k) - firstRow] += vectors.size();
                }
            }
        }
        shared.cursors[self] = counts;
    }

    private boolean isHere(int row) {
        return row >= firstRow && row < endRow;
    }

    /** Places what each thread has for this one's rows: row by row, and in each in the order of the vectors. */
    private int[] makeRoom(Block own) {
        int[] rowStarts = new int[own.rows() + 1];
        long total = 0;
        for (int row = 0; row < own.rows(); row++) {
            rowStarts[row] = (int) Math.min(total, Integer.MAX_VALUE);
            for (int[] cursors : shared.cursors) {
                int at = own.firstRow() - firstRow + row;
                int count = cursors[at];
                cursors[at] = (int) Math.min(total, Integer.MAX_VALUE);
                total += count;
            }
        }
        rowStarts[own.rows()] = SparseMatrix.checkedTotal(total);
        shared.columns[self] = new int[rowStarts[own.rows()]];
        shared.values[self] = new double[rowStarts[own.rows()]];
        return rowStarts;
    }

    private void fill(SparseVectors vectors, int end) {
        int[] cursors = shared.cursors[self];
        Block columns = shared.blocks[self];
        while (vectors.next() < end) {
            vectors.advance();
            for (int k = 0; k < vectors.size(); k++) {
                int row = vectors.position(k);
                if (isHere(row)) {
                    int owner = ownerOf(row);
                    cursors[row - firstRow] = vectors.put(
                            k, columns, shared.columns[owner], shared.values[owner], cursors[row - firstRow]);
                }
            }
        }
    }

    /** Threads have about as many rows each, so the first guess is mostly right. */
    private int ownerOf(int row) {
        int owner = (int) ((long) (row - firstRow) * threads.count() / (endRow - firstRow));
        while (row < shared.blocks[owner].firstRow()) {
            owner--;
        }
        while (row >= shared.blocks[owner].endRow()) {
            owner++;
        }
        return owner;
    }
}
