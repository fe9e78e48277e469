package org.moide.engine.worker;

import java.io.Serializable;

/**
 * The result of a worker that ended on an engine which leaves.
 *
 * @param cut the last one that the worker had passed
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record LastResult(byte[] encoded, int cut) implements Serializable {
    private static final long serialVersionUID = 1L;
}
