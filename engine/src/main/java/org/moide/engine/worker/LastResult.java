package org.moide.engine.worker;

import java.io.Serializable;

/**
 * The result of a worker that has ended, with the last cut that the worker had passed. A cut is a snapshot that is
 * taken while workers run.
 *
 * @param cut the number of that cut
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record LastResult(byte[] encoded, int cut) implements Serializable {
    private static final long serialVersionUID = 1L;
}
