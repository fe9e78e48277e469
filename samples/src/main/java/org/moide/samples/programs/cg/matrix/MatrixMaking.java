package org.moide.samples.programs.cg.matrix;

import java.io.Serializable;
import org.moide.commlib.CommLib;

/**
 * Makes the rows of the benchmark's matrix, with all threads of an engine together. Each thread draws a part of the
 * random vectors, and writes their elements into the rows of all threads. Then each thread adds up its own rows, whose
 * memory it has allocated. Elements of the same place are added in the order of the vectors, so the result is exactly
 * that of {@link SparseMatrix#build}.
 */
public final class MatrixMaking {
    private final Pattern pattern;
    private final EngineThreads threads;
    private final Shared shared;
    private final int self;
    private final int firstRow;
    private final int endRow;

    /**
     * The arrays that the threads of an engine share. Each thread has an index in each of them.
     *
     * @param blocks the rows of each thread
     * @param parts what each thread has found in its part of the random numbers
     * @param cursors by the thread that draws vectors, and by row: first the number of elements that its vectors have
     *     in the row, then the index at which it writes the next one
     * @param columns by the thread that has the rows: the columns of the elements of its rows
     * @param values the values of these elements
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
     * Makes this ID's rows of the matrix. Every thread of the engine must call it.
     *
     * @param rows the rows of this ID, with all columns; each thread's rows follow those of the thread before
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

    /**
     * Computes at which index each thread begins to write elements of this thread's rows. The elements are stored row
     * by row, and within a row in the order of the vectors. Returns the index of each row's first element.
     */
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

    /**
     * Returns the index of the thread that has a row. Threads have nearly equal numbers of rows, so the first guess is
     * mostly right.
     */
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
