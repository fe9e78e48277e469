package org.moide.engine.process;

import org.moide.commlib.registration.NodeReference;

/** The engine in a child JVM, running. */
public interface RunningEngine extends AutoCloseable {
    /** Where it is reached. */
    NodeReference node();

    /** Ends it, because its parent is gone or asked: removes what it left on disk. It has a second; then the JVM halts. */
    @Override
    void close();
}
