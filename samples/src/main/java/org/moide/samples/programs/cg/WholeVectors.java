package org.moide.samples.programs.cg;

import java.io.Serializable;
import org.moide.commlib.CommLib;

/**
 * Room for a whole vector that all threads of an engine see: each writes its part where the others read it, and nothing is
 * copied from thread to thread.
 *
 * @param byTurns one array; two where there are several threads, used by turns: a thread that is done with a product may
 *     write its part for the next one while others still read
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record WholeVectors(double[][] byTurns) implements Serializable {
    private static final long serialVersionUID = 1L;
    private static final int TAG = 3;

    /** Every thread of the engine calls; the first one makes it. Within an engine objects go by reference. */
    static WholeVectors of(CommLib comm, int length) {
        int first = comm.id();
        while (first > 0 && isNeighbour(comm, first - 1)) {
            first--;
        }
        if (first != comm.id()) {
            return comm.receive(first, TAG, WholeVectors.class);
        }
        int end = first + 1;
        while (end < comm.count() && isNeighbour(comm, end)) {
            end++;
        }
        WholeVectors made = new WholeVectors(new double[end - first == 1 ? 1 : 2][length]);
        for (int id = first + 1; id < end; id++) {
            comm.send(id, TAG, made);
        }
        return made;
    }

    private static boolean isNeighbour(CommLib comm, int id) {
        return comm.engineOf(id) == comm.engineOf(comm.id());
    }
}
