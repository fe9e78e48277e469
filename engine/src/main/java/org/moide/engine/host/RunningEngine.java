package org.moide.engine.host;

import org.moide.commlib.registration.NodeReference;

/** The engine in a child JVM, running. */
public interface RunningEngine extends AutoCloseable {
    /** Where it is reached. */
    NodeReference node();

    /** What loads its application's classes, which are to go with the run. */
    ClassLoader classes();

    /**
     * Ends it, since its run is over or its parent is gone or asked: removes what it left on disk. In the latter cases
     * it has a second; then the JVM halts.
     */
    @Override
    void close();
}
