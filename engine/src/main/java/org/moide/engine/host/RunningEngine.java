package org.moide.engine.host;

import org.moide.commlib.registration.NodeReference;

/** The running engine of a child JVM. */
public interface RunningEngine extends AutoCloseable {
    /** Returns the address at which it is reached. */
    NodeReference node();

    /** Returns the loader of its application's classes, which are to go with the run. */
    ClassLoader classes();

    /**
     * Ends the engine, since its run is over or its parent is gone or has asked for it; removes what the engine left on
     * disk. In the latter cases it has a second; then the JVM halts.
     */
    @Override
    void close();
}
