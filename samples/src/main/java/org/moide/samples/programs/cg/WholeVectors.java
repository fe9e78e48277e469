package org.moide.samples.programs.cg;

import java.io.Serializable;
import org.moide.commlib.CommLib;
import org.moide.samples.programs.cg.matrix.EngineThreads;

/**
 * Room for a whole vector that all threads of an engine see: each writes its part where the others read it, and nothing
 * is copied from thread to thread.
 *
 * @param byTurns one array; two where there are several threads, used by turns: a thread that is done with a product
 *     may write its part for the next one while others still read
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record WholeVectors(double[][] byTurns) implements Serializable {
    private static final long serialVersionUID = 1L;

    /** Every thread of the engine calls. */
    static WholeVectors of(CommLib comm, int length) {
        EngineThreads threads = EngineThreads.of(comm);
        return threads.share(
                comm, WholeVectors.class, () -> new WholeVectors(new double[threads.count() == 1 ? 1 : 2][length]));
    }
}
