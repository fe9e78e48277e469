package org.moide.engine.spmd;

import java.io.Serializable;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.moide.balance.loan.LoanOutput;
import org.moide.balance.pool.PooledTask;
import org.moide.commlib.CommLib;
import org.moide.commlib.RunEndedException;
import org.moide.commlib.message.endpoint.EngineComm;
import org.moide.engine.Arguments;
import org.moide.engine.ComputeThread;
import org.moide.engine.Redistribution;
import org.moide.engine.Report;
import org.moide.engine.bag.TaskFeed;
import org.moide.engine.bag.Tasks;
import org.moide.engine.compute.EngineView;
import org.moide.engine.compute.SharedObjects;
import org.moide.engine.compute.Voice;
import org.moide.engine.control.EngineReport;
import org.moide.engine.control.Utterance;

public final class SpmdThread implements ComputeThread {
    private final EngineView engine;
    private final int index;
    private EngineComm messages;
    private CommLib comm;
    private final TaskFeed feed;
    private final SharedObjects shared;
    private final Queue<Serializable> subtasks;
    private final Report report;
    private final SafePoints safePoints;
    private @Nullable PooledTask current;
    private boolean tasksOpen;
    private long utterances;

    /**
     * Creates the view of one compute thread for the application.
     *
     * @param messages the messages of the first registration
     * @param subtasks the queue of the engine's subtasks
     * @param checkpoints connects the engine's threads with its checkpoints
     */
    public SpmdThread(
            EngineView engine,
            int index,
            EngineComm messages,
            TaskFeed feed,
            SharedObjects shared,
            Queue<Serializable> subtasks,
            EpochCheckpoints checkpoints,
            NumberedSpeaker speaker) {
        this.engine = engine;
        this.index = index;
        this.messages = messages;
        this.comm = messages.commLib(index);
        this.feed = feed;
        this.shared = shared;
        this.subtasks = subtasks;
        this.safePoints = new SafePoints(
                index, engine, comm, messages.safePoint(index), messages.counters(index), checkpoints, subtasks);
        this.utterances = safePoints.utterances();
        int id = engine.idOf(index);
        this.report = new Voice(utterance -> speaker.say(id, number(utterance), utterance));
    }

    /** Returns the number of an utterance. Progress has none: it may fall when threads go back to a checkpoint. */
    private long number(Utterance utterance) {
        return utterance instanceof Utterance.Progress ? EngineReport.Said.UNNUMBERED : utterances++;
    }

    /**
     * Uses the messaging of another registration (table of engines) from now on. The thread has the same logical ID in
     * it.
     */
    public void meetBy(EngineComm next) {
        if (next != messages) {
            messages = next;
            comm = next.commLib(index);
            safePoints.meetBy(comm, next.safePoint(index), next.counters(index));
        }
    }

    /** Sends the calls of {@link org.moide.engine.Report} by compute threads to the coordinator, in order. */
    @FunctionalInterface
    public interface NumberedSpeaker {
        /**
         * Sends one call of {@link org.moide.engine.Report}. Blocks while too many are in transit.
         *
         * @param number how many lines and results the ID had reported before
         */
        void say(int id, long number, Utterance utterance) throws InterruptedException;
    }

    @Override
    public int id() {
        return engine.idOf(index);
    }

    @Override
    public int count() {
        return engine.registration().count();
    }

    @Override
    public int engine() {
        return engine.engine();
    }

    @Override
    public int threadIndex() {
        return index;
    }

    @Override
    public int threadCount() {
        return engine.self().threads();
    }

    @Override
    public double share(int id) {
        return engine.share(id);
    }

    @Override
    public Arguments arguments() {
        return engine.arguments();
    }

    @Override
    public CommLib comm() {
        feed.communicates();
        return comm;
    }

    @Override
    public <V> V shared(String name, Class<V> type) {
        return shared.get(name, type);
    }

    @Override
    public Path file(String name) {
        return engine.files().path(name);
    }

    @Override
    public void barrier() {
        feed.communicates();
        comm.barrier();
    }

    @Override
    public Report report() {
        return report;
    }

    @Override
    public <S extends Serializable> S restore(Supplier<S> initial) {
        return safePoints.restore(initial, null, this);
    }

    @Override
    public <S extends Serializable> S restore(Supplier<S> initial, Redistribution<S> redistribution) {
        return safePoints.restore(initial, Objects.requireNonNull(redistribution, "redistribution"), this);
    }

    @Override
    public void checkpoint(Serializable state) {
        Objects.requireNonNull(state, "state");
        checkpoint(() -> state);
    }

    @Override
    public void checkpoint(Supplier<? extends Serializable> state) {
        Objects.requireNonNull(state, "state");
        if (tasksOpen) {
            throw new IllegalStateException("checkpoint at ID " + id() + ": expected all tasks to be done, found that"
                    + " this thread has put or got some and getTask has not yet said that there are no more");
        }
        safePoints.checkpoint(state, utterances);
    }

    @Override
    public void putTask(Serializable task) {
        tasksOpen = true;
        feed.putEncoded(index, current, Objects.requireNonNull(task, "task"));
    }

    @Override
    public void putHere(List<? extends Serializable> tasks) {
        tasks.forEach(task -> Objects.requireNonNull(task, "task"));
        tasksOpen |= !tasks.isEmpty();
        feed.putHere(index, current, tasks);
    }

    @Override
    public Runnable setAside(Serializable rest) {
        Objects.requireNonNull(rest, "rest");
        PooledTask task = current;
        if (task == null) {
            throw new IllegalStateException("setAside at ID " + id() + ": expected a task that getTask has returned and"
                    + " that was not put aside, found none");
        }
        current = null;
        return feed.setAside(index, task, rest);
    }

    @Override
    public @Nullable Serializable getTask() {
        finishCurrent();
        try {
            TaskFeed.Work work = feed.next(index);
            while (work != null && !(work instanceof TaskFeed.Work.Run) && !(work instanceof TaskFeed.Work.Resume)) {
                doPaperwork(work);
                work = feed.next(index);
            }
            if (work instanceof TaskFeed.Work.Resume resume) {
                current = resume.task();
                tasksOpen = true;
                return resume.rest();
            }
            if (work instanceof TaskFeed.Work.Run run) {
                current = run.task();
                tasksOpen = true;
                return (Serializable) Tasks.decoded(run.task(), engine.codec());
            }
            tasksOpen = false;
            return null;
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
            throw new RunEndedException("the run ended while this thread waited for a task");
        }
    }

    /**
     * Does work that the engine's control thread has assigned: encodes tasks, or closes a loan. Loans of an SPMD
     * application have no results.
     */
    private void doPaperwork(TaskFeed.Work work) {
        if (work instanceof TaskFeed.Work.Close close) {
            feed.closed(index, Tasks.closedWithoutResult(close.loan(), engine.codec()));
        } else if (work instanceof TaskFeed.Work.Encode encode) {
            feed.encoded(index, Tasks.encoded(encode.tasks(), engine.codec()));
        } else if (work instanceof TaskFeed.Work.Merge merge) {
            feed.merged(
                    index,
                    new LoanOutput.MergedResults(merge.results().account().loan()));
        }
    }

    @Override
    public void putSubtask(Serializable subtask) {
        subtasks.add(Objects.requireNonNull(subtask, "subtask"));
    }

    @Override
    public void lendSubtask(Serializable subtask) {
        if (feed.lacksTasks()) {
            putTask(subtask);
        } else {
            putSubtask(subtask);
        }
    }

    @Override
    public @Nullable Serializable getSubtask() {
        return subtasks.poll();
    }

    /**
     * Returns the time that the thread has spent on encoding states and decoding its own, without waiting. Any thread.
     */
    public long keepingNanos() {
        return safePoints.keepingNanos();
    }

    /**
     * Returns the time that the thread has spent on building its state from states of another number of threads. Any
     * thread.
     */
    public long migratingNanos() {
        return safePoints.migratingNanos();
    }

    /** Notes that the thread has returned from the application, so that its last task is done. */
    public void returned() {
        messages.returned(index, engine.ticker().nanoTime());
        finishCurrent();
        feed.leave(index);
    }

    private void finishCurrent() {
        PooledTask done = current;
        if (done != null) {
            current = null;
            feed.executed(index, done);
        }
    }
}
