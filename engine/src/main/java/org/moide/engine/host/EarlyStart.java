package org.moide.engine.host;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.system.OwnProcesses;

/**
 * JVMs for the engines of one run that start while it is still found out what their orders are. Each gets an order or
 * is ended; what is not known of them here, such as why one did not start, is seen by whoever gives it an order.
 *
 * <p>Any thread; {@code started}, {@code toLaunch} and {@code closed} are guarded by this object.
 */
public final class EarlyStart implements AutoCloseable {
    private final JavaCommand command;
    private final Runnable whenClosed;
    private final Deque<CompletableFuture<OwnProcesses.Marked>> started = new ArrayDeque<>();
    private int toLaunch;
    private boolean closed;

    /** @param toLaunch how many engines the run will launch */
    EarlyStart(JavaCommand command, int toLaunch, Runnable whenClosed) {
        this.command = command;
        this.toLaunch = toLaunch;
        this.whenClosed = whenClosed;
    }

    /** Has so many started. */
    synchronized void begin(int jvms, Executor helpers) {
        for (int jvm = 0; jvm < jvms && !closed; jvm++) {
            try {
                started.add(CompletableFuture.supplyAsync(this::start, helpers));
            } catch (RejectedExecutionException ending) {
                return; // this process ends, and starts nothing more
            }
        }
    }

    private OwnProcesses.Marked start() {
        try {
            return ChildLauncher.start(command);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    /**
     * One for an order; null if there is none, or none that suits it: then one is ended, in whose place another will be
     * started.
     */
    OwnProcesses.@Nullable Marked take(JavaCommand wanted) {
        CompletableFuture<OwnProcesses.Marked> one;
        synchronized (this) {
            one = started.poll();
        }
        if (one == null) {
            return null;
        }
        if (!wanted.equals(command)) {
            end(one);
            return null;
        }
        try {
            return one.join();
        } catch (CompletionException failed) {
            if (failed.getCause() instanceof UncheckedIOException
                    || failed.getCause() instanceof ChildFailedException) {
                return null; // who starts another will see why that cannot be done
            }
            throw failed;
        }
    }

    /** The run has launched an engine, in a JVM of these or another. After the last the others are of no use. */
    void launched() {
        boolean all;
        synchronized (this) {
            toLaunch--;
            all = toLaunch <= 0;
        }
        if (all) {
            close();
        }
    }

    /** By force: it has done nothing yet, and in its first moments a JVM does not read that it is to end. */
    private static void end(CompletableFuture<OwnProcesses.Marked> one) {
        CompletableFuture<Void> unused =
                one.thenAccept(marked -> marked.process().destroyForcibly());
    }

    /** Ends those that got no order, also those whose start goes on. Returns at once. */
    @Override
    public void close() {
        synchronized (this) {
            closed = true;
        }
        whenClosed.run();
        for (CompletableFuture<OwnProcesses.Marked> one = poll(); one != null; one = poll()) {
            end(one);
        }
    }

    private synchronized @Nullable CompletableFuture<OwnProcesses.Marked> poll() {
        return started.poll();
    }
}
