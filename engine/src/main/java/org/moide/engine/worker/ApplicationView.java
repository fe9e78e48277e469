package org.moide.engine.worker;

import java.nio.file.Path;
import org.moide.engine.Arguments;
import org.moide.engine.Report;

/** The part of an engine that an application may use, the same for all its workers. Any thread. */
interface ApplicationView {
    Arguments arguments();

    Path file(String name);

    <V> V shared(String name, Class<V> type);

    Report report();
}
