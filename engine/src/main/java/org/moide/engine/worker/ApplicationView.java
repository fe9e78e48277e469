package org.moide.engine.worker;

import java.nio.file.Path;
import org.moide.engine.Arguments;
import org.moide.engine.Report;

/**
 * Services of an engine that the application may use in handlers. They are the same for all workers of the engine. Any
 * thread.
 */
interface ApplicationView {
    Arguments arguments();

    Path file(String name);

    <V> V shared(String name, Class<V> type);

    Report report();
}
