package org.moide.engine.worker;

import java.io.PrintWriter;
import java.io.Serializable;
import java.io.StringWriter;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.moide.balance.worker.ChangedTaskException;
import org.moide.balance.worker.Slot;
import org.moide.balance.worker.WorkerImage;
import org.moide.balance.worker.WorkerMessage;
import org.moide.balance.worker.WorkerTable;
import org.moide.balance.worker.WorkerTask;
import org.moide.balance.worker.round.RoundMessage;
import org.moide.commlib.RunEndedException;
import org.moide.commlib.system.VisibleText;
import org.moide.commlib.trace.ThreadTrace;
import org.moide.engine.UsageException;
import org.moide.engine.WorkerApplication;
import org.moide.engine.WorkerFailedException;
import org.moide.engine.control.WorkersNow;

/** The state of one compute thread that handles workers' tasks. Used by that thread, unless a method says otherwise. */
final class Handling<S extends Serializable, T extends Serializable, R extends Serializable> extends HandlerView<S, T> {
    /**
     * The greatest number of tasks of a worker that are handled before another worker gets its turn. {@link
     * #LONGEST_TURN_NANOS} limits the time of a turn.
     */
    private static final int MOST_TASKS = 64;

    private static final long LONGEST_TURN_NANOS = 1_000_000;

    /** Time after which messages to other engines are sent even if there are always tasks to handle. */
    private static final long FLUSH_NANOS = 200_000;

    /** The greatest number of failed attempts that are reported to the user. */
    private static final int MOST_TOLD = 3;

    private final int number;
    private final WorkerApplication<S, T, R> application;
    private final WorkerPorts.Notes notes;
    private final ClassLoader classes; // the application's class loader
    private volatile @Nullable Turn turn;
    private @Nullable Object task; // other threads read it too; a stale value does no harm
    private long flushedNanos;
    private long waitedNanos;
    private boolean standsIn;
    private final AtomicLong handledTasks = new AtomicLong(); // only this thread writes this field and those below
    private final AtomicLong busyNanos = new AtomicLong();
    private int told;

    /**
     * The worker whose tasks the thread handles now, for other threads to read. A turn takes little longer than its
     * longest task.
     */
    private record Turn(long worker, long sinceNanos) {}

    /**
     * Prepares one thread for handling tasks.
     *
     * @param number the thread's number: its index for a compute thread, a higher number for a spare thread
     */
    Handling(
            int number,
            WorkerApplication<S, T, R> application,
            Workplace engine,
            WorkerTable table,
            Bodies bodies,
            GroupChoice choice) {
        super(engine, number, table, bodies, choice);
        this.number = number;
        this.application = application;
        this.notes = engine.notes();
        this.classes = application.getClass().getClassLoader();
    }

    int number() {
        return number;
    }

    /** Waits for a task by calling {@code waiting}, and counts the time as waiting for tasks. */
    void idle(Idleness waiting) throws InterruptedException {
        long start = engine.ticker().nanoTime();
        trace.begins(ThreadTrace.FETCH);
        try {
            waiting.await();
        } finally {
            trace.ends();
            waitedNanos += engine.ticker().nanoTime() - start;
        }
    }

    @FunctionalInterface
    interface Idleness {
        void await() throws InterruptedException;
    }

    /** Notes in the trace of a spare thread whether the spare thread now works in the place of a thread that waits. */
    void standsIn(boolean now) {
        if (now && !standsIn) {
            trace.begins(ThreadTrace.COMPUTE);
        } else if (!now && standsIn) {
            trace.endsAll();
        }
        standsIn = now;
    }

    long waitedNanos() {
        return waitedNanos;
    }

    /** Returns the number of tasks that this thread has handled. Any thread. */
    long handledTasks() {
        return handledTasks.get();
    }

    /** Returns the time that this thread has handled tasks, without waits for answers. Any thread. */
    long busyNanos() {
        return busyNanos.get();
    }

    /** Handles some tasks of a worker that this thread has taken from the table. */
    void run(Slot taken) throws Exception {
        long start = engine.ticker().nanoTime();
        WorkerCell its = WorkerCell.of(taken.state(), start);
        taken.state(its);
        slot = taken;
        long waitedBefore = answers.waitedNanos();
        int handled = handleSome(taken, its, start);
        long now = engine.ticker().nanoTime();
        long waited = answers.waitedNanos() - waitedBefore; // spare threads worked during this time
        its.ran(now - start - waited);
        engine.handled(handled, now - start - waited);
        waitedNanos += waited;
        handledTasks.lazySet(handledTasks.get() + handled);
        busyNanos.lazySet(busyNanos.get() + now - start - waited);
        if (taken.isEnding()) {
            end(taken, its);
        } else if (taken.isLeaving() && table.mayGoOn(taken)) {
            leave(taken, its);
        } else {
            keepIfBehind(taken, its);
            table.release(taken);
        }
        if (now - flushedNanos > FLUSH_NANOS) {
            flushedNanos = now;
            engine.flush();
        } else {
            engine.flushUrgent();
        }
    }

    private int handleSome(Slot taken, WorkerCell its, long start) throws Exception {
        int handled = 0;
        turn = new Turn(taken.worker(), start);
        try {
            while (handled < MOST_TASKS && table.mayGoOn(taken) && !taken.isEnding() && !taken.isLeaving()) {
                keepIfBehind(taken, its);
                WorkerTask next = taken.poll();
                if (next == null) {
                    break;
                }
                handle(taken, its, next);
                handled++;
                if ((handled & 7) == 0 && engine.ticker().nanoTime() - start > LONGEST_TURN_NANOS) {
                    break;
                }
            }
        } finally {
            turn = null;
            task = null;
            state = null;
        }
        return handled;
    }

    private void handle(Slot taken, WorkerCell its, WorkerTask next) throws Exception {
        Object value = valueOf(taken, next);
        task = value;
        if (row != null) {
            row.begin(((Bodies.Body) next.body()).cause(), engine.ticker().nanoTime());
        }
        trace.begins(ThreadTrace.TASK);
        notes.begins(number, taken.worker(), value);
        try {
            if (attempts == null) {
                handleOnce(taken, its, next, value);
            } else {
                tryToHandle(attempts, taken, its, next, value);
            }
            if (next.planned() != WorkerTask.NONE) {
                table.handled(taken, next.planned());
            }
            if (row != null) {
                row.end(
                        taken.worker(),
                        (Bodies.Body) next.body(),
                        value,
                        engine.ticker().nanoTime());
            }
        } catch (RunEndedException | UsageException | WorkerFailedException passed) {
            throw passed;
        } catch (Exception | Error thrown) {
            if (thrown instanceof Exception && engine.isOver()) {
                throw thrown;
            }
            String tried = attempts == null ? "" : attempts.words();
            throw new WorkerFailedException(taken.worker(), Bodies.words(value) + tried, thrown);
        } finally {
            notes.ended(number);
            trace.ends();
        }
    }

    private void handleOnce(Slot taken, WorkerCell its, WorkerTask next, Object value) throws Exception {
        Thread.currentThread().setContextClassLoader(classes); // the task before may have set another class loader
        S current = stateOf(taken, its);
        state = current;
        if (next.isRequest()) {
            answer(taken, next, value, its);
        } else {
            application.handle(typed(value), this);
            answers.awaitAll();
            letGo();
        }
        S after = state;
        if (after != null && after != current) {
            its.state(after);
        }
    }

    /**
     * Calls {@link #handleOnce}. If that throws, restores the state before the task and calls it again, as often as the
     * task may be tried.
     */
    private void tryToHandle(Attempts tries, Slot taken, WorkerCell its, WorkerTask next, Object value)
            throws Exception {
        tries.begin(encoded(taken.worker(), its));
        while (true) {
            tries.tryOnce();
            try {
                handleOnce(taken, its, next, value);
                return;
            } catch (RunEndedException | UsageException passed) {
                throw passed;
            } catch (Exception | Error thrown) {
                if (!tries.mayTryAgain() || engine.isOver()) {
                    throw thrown;
                }
                its.back(tries.before());
                tell(taken.worker(), value, thrown);
            }
        }
    }

    private void tell(long worker, Object value, Throwable thrown) {
        if (told < MOST_TOLD) {
            told++;
            report().print(VisibleText.line(
                            String.valueOf(new WorkerFailedException(worker, Bodies.words(value), thrown).getMessage()))
                    + "; its worker is as it was before, and tries again");
        }
    }

    private void letGo() {
        if (attempts != null) {
            attempts.letGo();
        }
    }

    private static Object valueOf(Slot taken, WorkerTask next) {
        try {
            return ((Bodies.Body) next.body()).value();
        } catch (ChangedTaskException changed) {
            throw changed.of(next, taken.worker());
        }
    }

    // The task comes from the same application, so it has the type T.
    @SuppressWarnings("unchecked")
    private T typed(Object task) {
        return (T) task;
    }

    private void answer(Slot taken, WorkerTask request, Object value, WorkerCell its) throws Exception {
        WorkerMessage.Answer answer;
        try {
            Serializable made = application.answer(typed(value), this);
            answers.awaitAll();
            byte[] bytes = bodies.encode(Objects.requireNonNull(made, "expected an answer, found null"));
            letGo();
            answer = new WorkerMessage.Answer(request.ask(), false, taken.cut(), bytes);
        } catch (RunEndedException | UsageException passed) {
            throw passed;
        } catch (Exception | Error thrown) {
            if (engine.isOver() || (attempts != null && attempts.mayTryAgain())) {
                throw thrown;
            }
            answers.forget();
            if (attempts != null && attempts.canGoBack()) {
                its.back(attempts.before());
                state = null;
            }
            StringWriter trace = new StringWriter();
            thrown.printStackTrace(new PrintWriter(trace));
            answer = new WorkerMessage.Answer(request.ask(), true, taken.cut(), Bodies.text(trace.toString()));
        }
        table.answer(request.asker(), answer);
    }

    // The saved state comes from the same application, so it has the type S.
    @SuppressWarnings("unchecked")
    S stateOf(Slot of, WorkerCell its) throws Exception {
        Serializable known = its.state(bodies);
        if (known == null) {
            slot = of;
            known = Objects.requireNonNull(application.state(of.worker(), this), "state of worker " + of.worker());
            its.state(known);
        }
        return (S) known;
    }

    private void keepIfBehind(Slot of, WorkerCell its) {
        table.cut().keepIfBehind(of, () -> encoded(of.worker(), its));
    }

    private void leave(Slot leaving, WorkerCell its) {
        long start = engine.ticker().nanoTime();
        trace.begins("move");
        try {
            WorkerImage image = table.depart(leaving, () -> encoded(leaving.worker(), its));
            engine.flush();
            if (image != null) {
                engine.left(image, start);
            }
        } finally {
            trace.ends();
        }
    }

    byte @Nullable [] encoded(long worker, WorkerCell its) {
        try {
            return its.encoded(bodies);
        } catch (RuntimeException unfit) {
            throw new WorkerFailedException(worker, "its state cannot be saved", unfit);
        }
    }

    private void end(Slot ending, WorkerCell its) throws Exception {
        recordEnd(ending, its);
        R result = resultOf(ending, its);
        byte[] kept;
        try {
            kept = bodies.encode(result);
        } catch (RuntimeException unfit) {
            throw new WorkerFailedException(ending.worker(), "its result cannot be kept", unfit);
        }
        engine.result(kept, ending.cut());
        table.ended(ending);
    }

    /** Records the end of a worker, if the workload is recorded. */
    void recordEnd(Slot ending, WorkerCell its) {
        if (row != null) {
            row.ended(ending, encoded(ending.worker(), its));
        }
    }

    /**
     * Returns the result of a worker.
     *
     * @throws WorkerFailedException if the application's {@code result} throws
     */
    R resultOf(Slot of, WorkerCell its) throws Exception {
        try {
            return Objects.requireNonNull(
                    application.result(of.worker(), stateOf(of, its)), "expected a result, found null");
        } catch (RunEndedException | UsageException | InterruptedException passed) {
            throw passed;
        } catch (Exception | Error thrown) {
            throw new WorkerFailedException(of.worker(), "its result", thrown);
        }
    }

    /** Returns the handler that is running; null if none is. Any thread. */
    WorkersNow.@Nullable Handler now(long nanos) {
        Turn in = turn;
        Object handled = task;
        if (in == null || handled == null) {
            return null;
        }
        PendingAnswer<?> answer = answers.awaited();
        return new WorkersNow.Handler(
                in.worker(),
                handled.getClass().getSimpleName(),
                answer == null ? "" : "an answer of worker " + answer.asked(),
                Math.max(0, nanos - in.sinceNanos()));
    }

    /** Returns the running handler's wait for an answer; null if it does not wait. Any thread. */
    RoundMessage.@Nullable HandlerWait waitsFor() {
        Turn in = turn;
        PendingAnswer<?> answer = answers.awaited();
        return in == null || answer == null || answer.isThere()
                ? null
                : new RoundMessage.HandlerWait(in.worker(), answer.asked());
    }
}
