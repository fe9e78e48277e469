package org.moide.engine.host;

import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.moide.balance.loan.BegunTask;
import org.moide.commlib.carrier.MemoryNames;
import org.moide.commlib.port.FaultHandler;
import org.moide.commlib.registration.NodeReference;
import org.moide.commlib.system.DaemonThreads;
import org.moide.commlib.system.Loop;
import org.moide.commlib.system.OwnProcesses;
import org.moide.monitor.ContainerLimits;
import org.moide.monitor.linux.ControlGroups;

/**
 * A child JVM as its parent sees it. Any thread. Its states are starting, ready (or never), resting, ready for another
 * run, and ended.
 *
 * <table>
 * <caption>Concurrency</caption>
 * <tr><td>{@code <role>-child-out}</td><td>reads standard output, waits for the child's end, and reports it to
 * the listener</td></tr>
 * <tr><td>{@code <role>-child-err}</td><td>reads standard error</td></tr>
 * <tr><td>clues</td><td>guarded by {@code lock}; the listener is called without it</td></tr>
 * </table>
 */
final class ChildProcess implements EngineChild {
    /** Time for a child to end by itself after its standard input was closed. */
    private static final Duration POLITE = Duration.ofSeconds(2);
    /** Time to read the rest of a dead child's output. A grandchild may keep the pipes open. */
    private static final Duration STRAGGLERS = Duration.ofSeconds(1);

    private final OwnProcesses.Marked marked;
    private final Process process;
    private final FaultHandler faults;
    private final ControlGroups groups;
    private volatile Tenure tenure;
    private final CompletableFuture<ChildEnd> ended = new CompletableFuture<>();
    private final AtomicBoolean finished = new AtomicBoolean();
    private final CompletableFuture<Void> errorsRead = new CompletableFuture<>();
    private final Object lock = new Object();
    private final Heard heard = new Heard();
    // The lock guards all fields below.
    private boolean asked;
    private @Nullable String failed;
    private int blamed = ControlLine.Failed.NO_THREAD;
    private @Nullable String exiting;
    private @Nullable MemoryFigures memory;
    private @Nullable LastTasks tasks;
    private int tasksAt = -1; // the child's file descriptor of its RunningTasks
    private long killsBefore; // the number of out-of-memory kills in the control group while this child was alive

    /** The state of this child that belongs to one run. */
    private static final class Tenure {
        private final String role;
        private final ChildWords words;
        private final CompletableFuture<NodeReference> ready = new CompletableFuture<>();

        Tenure(String role, ChildWords words) {
            this.role = role;
            this.words = words;
        }
    }

    ChildProcess(
            String role,
            OwnProcesses.Marked marked,
            ChildListener listener,
            FaultHandler faults,
            ControlGroups groups) {
        this.marked = marked;
        this.process = marked.process();
        this.groups = groups;
        this.faults = faults;
        this.tenure = new Tenure(role, ChildWords.ofNewJvm(listener));
    }

    void start(LaunchOrder order) {
        DaemonThreads.named(order.role() + "-child-out", this::readOutput, faults)
                .start();
        DaemonThreads.named(order.role() + "-child-err", this::readErrors, faults)
                .start();
        // A grandchild that inherited the pipes keeps the readers from seeing the end.
        var unused = process.onExit()
                .thenRunAsync(
                        this::finish,
                        CompletableFuture.delayedExecutor(2 * STRAGGLERS.toMillis(), TimeUnit.MILLISECONDS));
        give(order);
    }

    private void give(LaunchOrder order) {
        try {
            OrderStream.write(process.getOutputStream(), order);
        } catch (IOException dead) {
            // The child ended before it read its order; its end has the reason.
            tenure.words.unread(dead);
        }
    }

    /**
     * Sends another order to a child that waits after its run. The new listener takes its lines and its end from now
     * on.
     */
    public void again(LaunchOrder order, ChildListener listener) {
        Tenure before = tenure;
        if (!before.words.areOver()) {
            throw new IllegalStateException("expected a child that rests, found " + this + " at work");
        }
        tenure = new Tenure(order.role(), ChildWords.of(listener));
        give(order);
    }

    @Override
    public long pid() {
        return process.pid();
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    /** Returns a future of the child's end. It completes after the listener has taken the last line. */
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
        Tenure now = tenure;
        try {
            return now.ready.get(deadline.toNanos(), TimeUnit.NANOSECONDS);
        } catch (ExecutionException end) {
            Throwable cause = end.getCause() == null ? end : end.getCause();
            throw new ChildFailedException(String.valueOf(cause.getMessage()), cause);
        } catch (TimeoutException late) {
            String said = now.words.last();
            close();
            throw new ChildFailedException(now.role + " (process " + pid() + ") was not ready within "
                    + deadline.toMillis() + " ms and was ended" + said);
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
            close();
            throw new ChildFailedException(now.role + " was ended: interrupted while waiting for it");
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
            // The process is gone already.
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
            faults.onFault(tenure.role + "-child", stuck);
        }
    }

    /** Kills the child and all processes that it started. Does not block. */
    public void kill() {
        synchronized (lock) {
            asked = true;
        }
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }

    private void readOutput() {
        try {
            countKills();
            read(process.getInputStream(), false);
        } catch (RuntimeException | Error fault) {
            unheard(fault);
        }
        try {
            process.waitFor();
            errorsRead.get(STRAGGLERS.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException heldOpen) {
            // Another process holds the child's standard error open, so the end is reported with what was read until
            // now.
        } finally {
            finish();
        }
    }

    private void readErrors() {
        try {
            read(process.getErrorStream(), true);
        } catch (RuntimeException | Error fault) {
            unheard(fault);
        } finally {
            errorsRead.complete(null);
        }
    }

    /** Kills a child whose output cannot be read any more, because it would block forever. Its end is reported. */
    private void unheard(Throwable fault) {
        process.destroyForcibly();
        synchronized (lock) {
            failed = "its parent could not hear it any more: " + fault;
        }
        Loop.tell(tenure.role + "-child", fault, faults);
    }

    private void read(InputStream stream, boolean errors) {
        LineReader lines = new LineReader(stream);
        try {
            for (String line = lines.next(); line != null; line = lines.next()) {
                ControlLine control = errors ? null : ControlLine.parse(line);
                if (control != null) {
                    control.handle(heard);
                } else if (errors || !ControlLine.isOfUnknownKind(line)) {
                    tenure.words.said(line, errors);
                }
            }
        } catch (IOException closed) {
            // The process is gone, and its pipe with it.
            return;
        }
    }

    /**
     * Counts the out-of-memory kills that the control group has had while this child is alive. These kills have hit
     * other processes, so {@link #memoryKill} ignores them.
     */
    private void countKills() {
        long kills = groups.memoryKills();
        if (process.isAlive()) {
            synchronized (lock) {
                killsBefore = kills;
            }
        }
    }

    /** Returns what ran out of memory, if the kernel has killed this child for that; otherwise null. */
    private @Nullable String memoryKill() {
        long kills = groups.memoryKills();
        synchronized (lock) {
            if (kills <= killsBefore) {
                return null;
            }
        }
        ContainerLimits limits = groups.limits();
        return limits.limitsMemory()
                ? "the control group, whose limit is " + (limits.memoryBytes() >> 20) + " MiB, or the machine,"
                : "the machine";
    }

    private @Nullable LastTasks tasks(int descriptor) {
        try {
            return LastTasks.open(pid(), descriptor);
        } catch (IOException unreadable) {
            return null; // the child's end is reported without tasks
        }
    }

    private void finish() {
        if (process.isAlive() || !finished.compareAndSet(false, true)) {
            return;
        }
        MemoryNames.removeAfter(process.pid());
        Tenure last = tenure;
        boolean wasReady = last.ready.isDone();
        int exitCode = process.exitValue();
        String crash = last.words.crash(process.pid(), exitCode);
        String memoryKill = memoryKill();
        ChildEnd end;
        synchronized (lock) {
            LastTasks written = tasks;
            List<BegunTask> running = written == null ? List.of() : written.begun(blamed);
            if (written != null) {
                written.close();
            }
            end = ChildEnd.of(
                    exitCode,
                    asked,
                    wasReady,
                    last.words.clues(crash, failed, blamed, exiting, memory, running, memoryKill));
        }
        ChildFailedException failure = failure(end, last);
        endLeft(last);
        try {
            last.words.ended(end, failure.refusal() == null);
        } catch (RuntimeException thrown) {
            faults.onFault(last.role + "-child-out", thrown);
        } finally {
            last.ready.completeExceptionally(failure);
            ended.complete(end);
            closeStreams();
        }
    }

    /**
     * Ends the processes that a child has started and left behind. A child that ends in order tries that itself, but it
     * cannot wait until a process ends that takes its time, or on a busy machine.
     */
    private void endLeft(Tenure last) {
        String left = marked.endLeft();
        if (!left.isEmpty()) {
            last.words.said("the application has left " + left + ", which has been ended with its engine", true);
        }
    }

    private ChildFailedException failure(ChildEnd end, Tenure last) {
        String refusal = end.asked() ? null : last.words.refusal(end.exitCode());
        return refusal == null
                ? new ChildFailedException(this + " " + end.cause() + last.words.last())
                : ChildFailedException.refused(
                        last.role + "'s Java did not start (exit code " + end.exitCode() + "): " + refusal, refusal);
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

    @Override
    public String toString() {
        return tenure.role + " (process " + pid() + ")";
    }

    /** Handles the control lines of the child. Called on the thread that reads its output. */
    private final class Heard implements ControlLine.Handler {
        @Override
        public void ready(ControlLine.Ready told) {
            Tenure now = tenure;
            now.words.release();
            now.ready.complete(told.node());
        }

        @Override
        public void failed(ControlLine.Failed told) {
            synchronized (lock) {
                failed = told.cause();
                blamed = told.thread();
            }
        }

        @Override
        public void exiting(ControlLine.Exiting told) {
            synchronized (lock) {
                exiting = told.where();
            }
            // System.exit waits for the application's shutdown hooks, which may never end.
            CompletableFuture.delayedExecutor(POLITE.toMillis(), TimeUnit.MILLISECONDS)
                    .execute(process::destroyForcibly);
        }

        @Override
        public void tasks(ControlLine.Tasks told) {
            synchronized (lock) {
                if (told.descriptor() != tasksAt) {
                    LastTasks before = tasks;
                    tasksAt = told.descriptor();
                    tasks = ChildProcess.this.tasks(told.descriptor());
                    if (before != null) {
                        before.close();
                    }
                }
            }
        }

        @Override
        public void rests(ControlLine.Rests told) {
            tenure.words.rests(told.left());
        }

        @Override
        public void memory(ControlLine.Memory told) {
            synchronized (lock) {
                memory = told.figures();
            }
            countKills();
        }
    }
}
