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
 * The JVMs of one run that are started before their orders are known. Each gets an order later or is ended. A JVM that
 * failed to start is detected by the caller that takes it.
 *
 * <p>Any thread; {@code started}, {@code toLaunch} and {@code closed} are guarded by this object's lock.
 */
public final class EarlyStart implements AutoCloseable {
    private final JavaCommand command;
    private final Runnable whenClosed;
    private final Deque<CompletableFuture<OwnProcesses.Marked>> started = new ArrayDeque<>();
    private int toLaunch;
    private boolean closed;

    /**
     * Begins without a JVM; {@link #begin} starts some.
     *
     * @param toLaunch the number of engines that the run will launch
     */
    EarlyStart(JavaCommand command, int toLaunch, Runnable whenClosed) {
        this.command = command;
        this.toLaunch = toLaunch;
        this.whenClosed = whenClosed;
    }

    /** Starts this number of JVMs on threads of {@code helpers}. Returns at once. */
    synchronized void begin(int jvms, Executor helpers) {
        for (int jvm = 0; jvm < jvms && !closed; jvm++) {
            try {
                started.add(CompletableFuture.supplyAsync(this::start, helpers));
            } catch (RejectedExecutionException ending) {
                return; // this process is ending and starts nothing more
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
     * Returns a started JVM for an order; null if there is none. A JVM that was started by another command is ended,
     * and null returned. The caller then starts one itself.
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
                return null; // the caller starts another JVM, and gets the error if that fails too
            }
            throw failed;
        }
    }

    /**
     * Notes that the run has launched an engine, in one of these JVMs or another. After the run's last launch the
     * unused JVMs are ended.
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

    /**
     * Kills a JVM without an order. It has done nothing yet, and a JVM does not read its input during its first
     * moments.
     */
    private static void end(CompletableFuture<OwnProcesses.Marked> one) {
        CompletableFuture<Void> unused =
                one.thenAccept(marked -> marked.process().destroyForcibly());
    }

    /** Ends the JVMs that got no order, including those that are still starting. Returns at once. */
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
