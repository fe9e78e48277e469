package org.moide.commlib.message;

import org.moide.commlib.RefusedException;
import org.moide.commlib.port.DataConnection;

/** Opens data connections of an engine to another. */
@FunctionalInterface
public interface Dialer {
    /** Engines that only call each other. */
    Dialer NONE = engine -> {
        throw new RefusedException("expected data connections, found calls only", null);
    };

    /**
     * Opens one; blocks until then. Any thread.
     *
     * @throws RefusedException if there will never be one
     * @throws org.moide.commlib.RemoteCallException if there is none now
     */
    DataConnection dial(int engine);
}
