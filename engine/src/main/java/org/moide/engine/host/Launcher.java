package org.moide.engine.host;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Starts the processes of a daemon's engines. Any thread. */
@FunctionalInterface
public interface Launcher {
    /**
     * Starts a child JVM and sends it its order. Returns when the process exists, without waiting for its engine.
     *
     * @param folder the child's working folder; null for this process's
     * @param listener takes the child's lines and its end
     * @throws ChildFailedException if the system cannot start it
     */
    EngineChild launch(JavaCommand command, LaunchOrder order, @Nullable Path folder, ChildListener listener);
}
