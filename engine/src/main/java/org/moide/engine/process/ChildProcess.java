package org.moide.engine.process;

import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.carrier.MemoryNames;
import org.moide.commlib.port.FaultHandler;
import org.moide.commlib.registration.NodeReference;
import org.moide.commlib.system.DaemonThreads;

/**
 * A child JVM as its parent sees it. Any thread. Its life: starting, ready (or never), ended.
 *
 * <table>
 * <caption>Concurrency</caption>
 * <tr><td>{@code <role>-child-out}</td><td>reads standard output, waits for the end, tells the listener of it</td></tr>
 * <tr><td>{@code <role>-child-err}</td><td>reads standard error</td></tr>
 * <tr><td>clues</td><td>guarded by {@code lock}; the listener is called without it</td></tr>
 * </table>
 */
public final class ChildProcess implements Child {
    /** What a child has, from the moment its standard input is closed, to end by itself. */
    private static final Duration POLITE = Duration.ofSeconds(2);
    /** What is left in the pipes of a dead child is read in this time, unless a grandchild holds them open. */
    private static final Duration STRAGGLERS = Duration.ofSeconds(1);
    /** Lines kept for the error of a child that never was ready. */
    private static final int LINES_KEPT = 10;
    /** A JVM that refuses its options ends at once. */
    private static final Duration HOLDING = Duration.ofSeconds(1);
    /** Lines held back at most: a JVM that says more before it is ready has something to say. */
    private static final int LINES_HELD = 50;

    private final String role;
    private final Process process;
    private final ChildListener listener;
    private final FaultHandler faults;
    private final CompletableFuture<NodeReference> ready = new CompletableFuture<>();
    private final CompletableFuture<ChildEnd> ended = new CompletableFuture<>();
    private final AtomicBoolean finished = new AtomicBoolean();
    private final CompletableFuture<Void> errorsRead = new CompletableFuture<>();
    private final Object lock = new Object();
    private final Heard heard = new Heard();
    // All below: guarded by lock.
    private final Deque<String> lastLines = new ArrayDeque<>();
    private final Deque<Held> held = new ArrayDeque<>();
    private boolean released;
    private boolean asked;
    private @Nullable String unread;
    private @Nullable String outOfMemory;
    private @Nullable String failed;
    private @Nullable String exiting;
    private @Nullable String lastErrorLine;
    private @Nullable MemoryFigures memory;
    private @Nullable LastTasks tasks;

    ChildProcess(String role, Process process, ChildListener listener, FaultHandler faults) {
        this.role = role;
        this.process = process;
        this.listener = listener;
        this.faults = faults;
    }

    void start(LaunchOrder order) {
        DaemonThreads.named(role + "-child-out", this::readOutput, faults).start();
        DaemonThreads.named(role + "-child-err", this::readErrors, faults).start();
        // A grandchild that inherited the pipes would keep the readers from ever seeing their end.
        var unused = process.onExit()
                .thenRunAsync(
                        this::finish,
                        CompletableFuture.delayedExecutor(2 * STRAGGLERS.toMillis(), TimeUnit.MILLISECONDS));
        try {
            OrderStream.write(process.getOutputStream(), order);
        } catch (IOException dead) {
            // It ended before it read its order; its end will say why.
            synchronized (lock) {
                unread = "(it did not read its order: " + dead.getMessage() + ")";
            }
        }
    }

    @Override
    public long pid() {
        return process.pid();
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    /** Completes with how the child ended, after its last line was given to the listener. */
    public CompletableFuture<ChildEnd> ended() {
        return ended.copy();
    }

    @Override
    public @Nullable MemoryFigures memory() {
        synchronized (lock) {
            return memory;
        }
    }

    @Override
    public NodeReference awaitReady(Duration deadline) {
        try {
            return ready.get(deadline.toNanos(), TimeUnit.NANOSECONDS);
        } catch (ExecutionException end) {
            Throwable cause = end.getCause() == null ? end : end.getCause();
            throw new ChildFailedException(String.valueOf(cause.getMessage()), cause);
        } catch (TimeoutException late) {
            String said = lastLines();
            close();
            throw new ChildFailedException(role + " (process " + pid() + ") was not ready within " + deadline.toMillis()
                    + " ms and was ended" + said);
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
            close();
            throw new ChildFailedException(role + " was ended: interrupted while waiting for it");
        }
    }

    @Override
    public void askToEnd() {
        synchronized (lock) {
            asked = true;
        }
        try {
            process.getOutputStream().close();
        } catch (IOException dead) {
            // There is nobody left to be asked.
            return;
        }
    }

    @Override
    public void close() {
        askToEnd();
        try {
            if (!process.waitFor(POLITE.toMillis(), TimeUnit.MILLISECONDS)) {
                kill();
            }
            ended.get(2 * STRAGGLERS.toMillis() + POLITE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException hurry) {
            kill();
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException stuck) {
            faults.onFault(role + "-child", stuck);
        }
    }

    /** Ends the child by force, and whatever it started. Returns at once. */
    public void kill() {
        synchronized (lock) {
            asked = true;
        }
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }

    private void readOutput() {
        read(process.getInputStream(), false);
        try {
            process.waitFor();
            errorsRead.get(STRAGGLERS.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException heldOpen) {
            // Another process holds its standard error open; what has come so far must do.
        } finally {
            finish();
        }
    }

    private void readErrors() {
        try {
            read(process.getErrorStream(), true);
        } finally {
            errorsRead.complete(null);
        }
    }

    private void read(InputStream stream, boolean errors) {
        LineReader lines = new LineReader(stream);
        try {
            for (String line = lines.next(); line != null; line = lines.next()) {
                ControlLine control = errors ? null : ControlLine.parse(line);
                if (control == null) {
                    keep(line, errors);
                    tell(line, errors);
                } else {
                    control.handle(heard);
                }
            }
        } catch (IOException closed) {
            // The process is gone and its pipe with it.
            return;
        }
    }

    private void keep(String line, boolean errors) {
        synchronized (lock) {
            lastLines.add(line);
            if (lastLines.size() > LINES_KEPT) {
                lastLines.remove();
            }
            if (line.contains("Terminating due to java.lang.OutOfMemoryError")) {
                outOfMemory = line.strip();
            }
            if (errors && !line.isBlank()) {
                lastErrorLine = line.strip();
            }
        }
    }

    /** Lines of a JVM that has not started yet are held: if it refuses its options, its end says what counts of them. */
    private void tell(String line, boolean errors) {
        boolean tooMany;
        synchronized (lock) {
            if (!released) {
                held.add(new Held(line, errors));
                tooMany = held.size() > LINES_HELD;
                if (held.size() == 1) {
                    CompletableFuture.delayedExecutor(HOLDING.toMillis(), TimeUnit.MILLISECONDS)
                            .execute(this::release);
                }
                if (!tooMany) {
                    return;
                }
            } else {
                tooMany = false;
            }
        }
        if (tooMany) {
            release();
        } else {
            listener.line(line, errors);
        }
    }

    /** What comes meanwhile is held too, so that order is kept. */
    private void release() {
        while (true) {
            Held next;
            synchronized (lock) {
                next = held.poll();
                if (next == null) {
                    released = true;
                    return;
                }
            }
            listener.line(next.line(), next.errors());
        }
    }

    private record Held(String line, boolean errors) {}

    private @Nullable LastTasks tasks(int descriptor) {
        try {
            return LastTasks.open(pid(), descriptor);
        } catch (IOException unreadable) {
            return null; // its end is told without them
        }
    }

    private void finish() {
        if (process.isAlive() || !finished.compareAndSet(false, true)) {
            return;
        }
        MemoryNames.removeAfter(process.pid());
        boolean wasReady = ready.isDone();
        ChildEnd end;
        synchronized (lock) {
            LastTasks last = tasks;
            String running = last == null ? "" : last.inWords();
            if (last != null) {
                last.close();
            }
            end = ChildEnd.of(
                    process.exitValue(),
                    asked,
                    wasReady,
                    new ChildEnd.Clues(outOfMemory, failed, exiting, lastErrorLine, memory, running));
        }
        ChildFailedException failure = failure(end);
        try {
            if (failure.refusal() == null) {
                release();
            }
            listener.ended(end);
        } catch (RuntimeException thrown) {
            faults.onFault(role + "-child-out", thrown);
        } finally {
            ready.completeExceptionally(failure);
            ended.complete(end);
            closeStreams();
        }
    }

    private ChildFailedException failure(ChildEnd end) {
        String refusal;
        synchronized (lock) {
            refusal = end.asked() ? null : JvmRefusal.in(lastLines, end.exitCode());
        }
        return refusal == null
                ? new ChildFailedException(role + " (process " + pid() + ") " + end.cause() + lastLines())
                : ChildFailedException.refused(
                        role + "'s Java did not start (exit code " + end.exitCode() + "): " + refusal, refusal);
    }

    private void closeStreams() {
        try {
            process.getOutputStream().close();
            process.getInputStream().close();
            process.getErrorStream().close();
        } catch (IOException closed) {
            return;
        }
    }

    private String lastLines() {
        synchronized (lock) {
            List<String> said = new ArrayList<>(lastLines);
            if (unread != null) {
                said.add(unread);
            }
            return said.isEmpty() ? "" : "\nits last lines:\n  " + String.join("\n  ", said);
        }
    }

    @Override
    public String toString() {
        return role + " (process " + pid() + ")";
    }

    /** What the engine in the child says to us. The thread that reads its output. */
    private final class Heard implements ControlLine.Handler {
        @Override
        public void ready(ControlLine.Ready told) {
            release();
            ready.complete(told.node());
        }

        @Override
        public void failed(ControlLine.Failed told) {
            synchronized (lock) {
                failed = told.cause();
            }
        }

        @Override
        public void exiting(ControlLine.Exiting told) {
            synchronized (lock) {
                exiting = told.where();
            }
            // System.exit waits for the application's shutdown hooks, which may wait for ever.
            CompletableFuture.delayedExecutor(POLITE.toMillis(), TimeUnit.MILLISECONDS)
                    .execute(process::destroyForcibly);
        }

        @Override
        public void tasks(ControlLine.Tasks told) {
            synchronized (lock) {
                if (tasks == null) {
                    tasks = ChildProcess.this.tasks(told.descriptor());
                }
            }
        }

        @Override
        public void memory(ControlLine.Memory told) {
            synchronized (lock) {
                memory = told.figures();
            }
        }
    }
}
