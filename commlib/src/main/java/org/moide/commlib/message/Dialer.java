package org.moide.commlib.message;

import org.moide.commlib.RefusedException;
import org.moide.commlib.port.DataConnection;

/** Opens data connections from this engine to other engines. */
@FunctionalInterface
public interface Dialer {
    /** The dialer of engines that use only calls: it refuses every data connection. */
    Dialer NONE = engine -> {
        throw new RefusedException("expected data connections, found calls only", null);
    };

    /**
     * Opens a data connection; blocks until it is open. Any thread may call it.
     *
     * @throws RefusedException if there can never be one
     * @throws org.moide.commlib.RemoteCallException if there can be none now
     */
    DataConnection dial(int engine);
}
