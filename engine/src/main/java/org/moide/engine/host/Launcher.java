package org.moide.engine.host;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** How a daemon starts the processes of its engines. Any thread. */
@FunctionalInterface
public interface Launcher {
    /**
     * Starts a child and gives it its order. Returns as soon as the process exists, and does not wait for its engine.
     *
     * @param folder where it starts; null for that of this process
     * @param listener told of its lines and its end
     * @throws ChildFailedException if the system cannot start it
     */
    EngineChild launch(JavaCommand command, LaunchOrder order, @Nullable Path folder, ChildListener listener);
}
