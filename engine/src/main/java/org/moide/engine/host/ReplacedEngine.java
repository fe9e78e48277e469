package org.moide.engine.host;

import java.time.Duration;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.registration.NodeReference;

/**
 * An engine's JVM that is replaced by another if it was kept from an earlier run and turns out to be dead. Any thread.
 */
final class ReplacedEngine implements RunsEngine {
    private final Supplier<RunsEngine> launch;
    private RunsEngine now; // this object's lock guards this field and those below
    private boolean closed;

    /**
     * Launches the first JVM.
     *
     * @param launch returns a kept JVM or a new one; called again for each replacement
     */
    public ReplacedEngine(Supplier<RunsEngine> launch) {
        this.launch = launch;
        this.now = launch.get();
    }

    private synchronized RunsEngine now() {
        return now;
    }

    @Override
    public NodeReference awaitReady(Duration deadline) {
        while (true) {
            RunsEngine tried = now();
            try {
                return tried.awaitReady(deadline);
            } catch (ChildFailedException failed) {
                if (!tried.hasStayed() || !replace(tried)) {
                    throw failed;
                }
            }
        }
    }

    /**
     * Replaces a dead JVM by another.
     *
     * @return false if this object was closed
     */
    private synchronized boolean replace(RunsEngine dead) {
        if (!closed && now == dead) { // otherwise another waiting thread has replaced it already
            now = launch.get();
        }
        return !closed;
    }

    @Override
    public long pid() {
        return now().pid();
    }

    @Override
    public @Nullable MemoryFigures memory() {
        return now().memory();
    }

    @Override
    public boolean hasStayed() {
        return now().hasStayed();
    }

    @Override
    public void awaitRest(Duration most) {
        now().awaitRest(most);
    }

    private synchronized RunsEngine last() {
        closed = true;
        return now;
    }

    @Override
    public void askToEnd() {
        last().askToEnd();
    }

    @Override
    public void close() {
        last().close();
    }
}
