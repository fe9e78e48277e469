package org.moide.engine.host;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Starts the processes of a daemon's engines. Any thread. */
@FunctionalInterface
public interface Launcher {
    /**
     * Starts a child and gives it its order. Returns as soon as the process exists, and does not wait for its engine.
     *
     * @param folder the folder in which the child starts; null for this process's folder
     * @param listener told of the child's lines and its end
     * @throws ChildFailedException if the system cannot start it
     */
    EngineChild launch(JavaCommand command, LaunchOrder order, @Nullable Path folder, ChildListener listener);
}
