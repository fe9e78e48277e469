package org.moide.samples.programs.cg;

import java.io.Serializable;
import org.moide.commlib.CommLib;
import org.moide.samples.programs.cg.matrix.EngineThreads;

/**
 * Memory for a whole vector that all threads of an engine see. Each thread writes its part to where the others read it,
 * so nothing is copied from thread to thread.
 *
 * @param byTurns one array if the engine has one thread. If it has several, two arrays, used in turn: a thread that has
 *     completed a product may write its part for the next product while others still read
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record WholeVectors(double[][] byTurns) implements Serializable {
    private static final long serialVersionUID = 1L;

    /** Allocates the memory once for an engine. Every thread of the engine must call it. */
    static WholeVectors of(CommLib comm, int length) {
        EngineThreads threads = EngineThreads.of(comm);
        return threads.share(
                comm, WholeVectors.class, () -> new WholeVectors(new double[threads.count() == 1 ? 1 : 2][length]));
    }
}
