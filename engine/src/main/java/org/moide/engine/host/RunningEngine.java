package org.moide.engine.host;

import org.moide.commlib.registration.NodeReference;

/** A running engine in a child JVM. */
public interface RunningEngine extends AutoCloseable {
    /** Returns the address at which the engine can be reached. */
    NodeReference node();

    /** Returns the class loader of the engine's application. It must become garbage after the run. */
    ClassLoader classes();

    /**
     * Closes the engine, and removes what it left on disk. Called when the run is over, or when the parent has gone or
     * asks for it; in the latter cases the JVM halts after a second.
     */
    @Override
    void close();
}
