package org.moide.samples.programs.cg;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import org.moide.commlib.CommLib;
import org.moide.commlib.Pending;
import org.moide.commlib.Reduction;
import org.moide.commlib.Slice;
import org.moide.samples.programs.cg.matrix.Block;
import org.moide.samples.programs.cg.matrix.SparseMatrix;

/**
 * A distribution by whole rows, as in {@link RowDecomposition}. But before a product each ID gets only those elements
 * of {@code p} that its rows use (its <em>halo</em>), from the IDs that have them. Which elements these are is
 * determined once. Columns are renumbered: first come the ID's own rows, then the halo in ascending order. A row's
 * entries keep their order, so every sum is exactly the same as with the whole vector.
 */
final class HaloDecomposition implements Decomposition {
    private static final int TAG = 4;

    private final CommLib comm;
    private final Block block;
    /** The elements of a vector for this ID's rows, followed by those of its halo. */
    private final double[] near;

    private final List<Given> given = new ArrayList<>();
    private final List<Taken> taken = new ArrayList<>();

    /**
     * What this ID sends to another ID before each product.
     *
     * @param id the other ID
     * @param rows the positions of the sent elements within this ID's part
     * @param elements an array for these elements
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Given(int id, int[] rows, double[] elements) {}

    /**
     * What this ID receives from another ID before each product.
     *
     * @param id the other ID
     * @param into the place for the received elements
     */
    private record Taken(int id, Slice into) {}

    private HaloDecomposition(CommLib comm, Block block, int[] takenCounts, int[] givenCounts, int[] asked) {
        this.comm = comm;
        this.block = block;
        near = new double[block.rows() + Arrays.stream(takenCounts).sum()];
        int intoAt = block.rows();
        int askedAt = 0;
        for (int id = 0; id < comm.count(); id++) {
            if (takenCounts[id] > 0) {
                taken.add(new Taken(id, Slice.of(near, intoAt, takenCounts[id])));
                intoAt += takenCounts[id];
            }
            if (givenCounts[id] > 0) {
                int[] rows = ownRows(asked, askedAt, givenCounts[id], block, id);
                given.add(new Given(id, rows, new double[rows.length]));
                askedAt += givenCounts[id];
            }
        }
    }

    /**
     * Determines which elements the IDs need from each other. Every ID must call it.
     *
     * @param cuts each ID's first row, and the number of rows
     * @param columns the columns of all entries of this ID's rows; they are renumbered if a halo is returned
     * @return a distribution with halos, if on every ID its own rows and its halo take no more room than the whole
     *     vector; otherwise one with whole vectors
     */
    static Decomposition of(CommLib comm, int[] cuts, int[] columns) {
        int rows = cuts[comm.count()];
        Block block = new Block(cuts[comm.id()], cuts[comm.id() + 1], 0, rows);
        if (comm.count() == 1) {
            return new RowDecomposition(comm, block);
        }
        int[] halo = halo(columns, block);
        int[] takenCounts = countsByOwner(halo, cuts);
        int[] givenCounts = new int[comm.count()];
        comm.allToAll(Slice.of(takenCounts), Slice.of(givenCounts));
        long giving = givenInAll(givenCounts, block, comm.id());
        // Each element of the halo has a double and, in the list, an int; so has each that is given.
        long bytes =
                (long) Double.BYTES * block.rows() + (long) (Double.BYTES + Integer.BYTES) * (halo.length + giving);
        boolean pays = bytes <= (long) Double.BYTES * rows;
        if (comm.allReduce(pays ? 1L : 0L, Reduction.MINIMUM) == 0) {
            return new RowDecomposition(comm, block);
        }
        int[] asked = new int[(int) giving];
        comm.allToAll(Slice.of(halo), takenCounts, Slice.of(asked), givenCounts);
        Decomposition decomposition = new HaloDecomposition(comm, block, takenCounts, givenCounts, asked);
        renumber(columns, block, halo);
        return decomposition;
    }

    /** Returns the columns that are not this ID's own rows, each once, in ascending order. */
    static int[] halo(int[] columns, Block block) {
        BitSet touched = new BitSet(block.columns());
        for (int column : columns) {
            if (!block.hasColumn(column)) {
                throw new IllegalStateException(
                        "expected columns from 0 to " + (block.columns() - 1) + ", found " + column);
            }
            if (!block.hasRow(column)) {
                touched.set(column);
            }
        }
        return touched.stream().toArray();
    }

    private static int[] countsByOwner(int[] halo, int[] cuts) {
        int[] counts = new int[cuts.length - 1];
        int id = 0;
        for (int column : halo) {
            while (column >= cuts[id + 1]) {
                id++;
            }
            counts[id]++;
        }
        return counts;
    }

    /**
     * Returns how many elements the other IDs request from this one in total. These numbers come from other IDs, so
     * they are checked.
     */
    static long givenInAll(int[] givenCounts, Block block, int self) {
        long sum = 0;
        for (int id = 0; id < givenCounts.length; id++) {
            int most = id == self ? 0 : block.rows();
            if (givenCounts[id] < 0 || givenCounts[id] > most) {
                throw new IllegalStateException("expected ID " + id + " to ask ID " + self + " for 0 to " + most
                        + " of its rows, found " + givenCounts[id]);
            }
            sum += givenCounts[id];
        }
        return sum;
    }

    /** Returns the positions of the rows that an ID has requested, within this ID's part. */
    static int[] ownRows(int[] asked, int from, int count, Block block, int id) {
        int[] rows = new int[count];
        int before = block.firstRow() - 1;
        for (int i = 0; i < count; i++) {
            int row = asked[from + i];
            if (row <= before || row >= block.endRow()) {
                throw new IllegalStateException("expected ID " + id + " to ask for rows from " + (before + 1) + " to "
                        + (block.endRow() - 1) + ", in ascending order, found " + row);
            }
            rows[i] = row - block.firstRow();
            before = row;
        }
        return rows;
    }

    private static void renumber(int[] columns, Block block, int[] halo) {
        for (int k = 0; k < columns.length; k++) {
            int column = columns[k];
            columns[k] =
                    block.hasRow(column) ? column - block.firstRow() : block.rows() + Arrays.binarySearch(halo, column);
        }
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
        List<Pending> sent = new ArrayList<>(given.size());
        for (Given to : given) {
            for (int i = 0; i < to.rows.length; i++) {
                to.elements[i] = p[to.rows[i]];
            }
            sent.add(comm.isend(to.id, TAG, Slice.of(to.elements)));
        }
        System.arraycopy(p, 0, near, 0, block.rows());
        for (Taken from : taken) {
            int came = comm.receive(from.id, TAG, from.into);
            if (came != from.into.length()) {
                throw new IllegalStateException("expected " + from.into.length() + " elements of ID " + from.id
                        + " at ID " + comm.id() + ", found " + came);
            }
        }
        sent.forEach(Pending::await);
        matrix.multiply(near, q);
    }

    @Override
    public void sum(double[] partials) {
        comm.allReduce(Slice.of(partials), Reduction.SUM);
    }
}
