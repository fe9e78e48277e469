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
 * JVMs for the engines of one run that start while their orders are still being worked out. Each gets an order or is
 * ended. What is not known of them here, such as why one did not start, is seen by the caller that gives it an order.
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

    /** Starts this number of JVMs. */
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
     * Returns a JVM for an order; null if there is none, or none that suits the order: then one is ended, and the
     * caller starts another in its place.
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
                return null; // the caller starts another, and will see why that cannot be done
            }
            throw failed;
        }
    }

    /**
     * Notes that the run has launched an engine, in one of these JVMs or in another. After the last launch the other
     * JVMs are of no use, and are ended.
     */
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

    /** Ends a JVM by force: it has done nothing yet, and in its first moments a JVM does not read that it is to end. */
    private static void end(CompletableFuture<OwnProcesses.Marked> one) {
        CompletableFuture<Void> unused =
                one.thenAccept(marked -> marked.process().destroyForcibly());
    }

    /** Ends the JVMs that got no order, also those whose start goes on. Returns at once. */
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
