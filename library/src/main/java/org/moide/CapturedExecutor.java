package org.moide;

import java.io.InvalidObjectException;
import java.io.Serializable;
import org.moide.engine.executor.BegunCall;

/** Stands in an encoded call for the executor that the call captures, which is the one that runs it. */
final class CapturedExecutor implements Serializable {
    private static final long serialVersionUID = 1L;

    @SuppressWarnings("UnusedMethod") // serialization calls it
    private Object readResolve() throws InvalidObjectException {
        if (BegunCall.current() == null) {
            throw new InvalidObjectException("expected an executor in a call that runs, found it elsewhere: a call"
                    + " cannot return its executor");
        }
        return MoideExecutor.current();
    }
}
