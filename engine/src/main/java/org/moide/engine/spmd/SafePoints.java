package org.moide.engine.spmd;

import java.io.Serializable;
import java.util.AbstractList;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.CommException;
import org.moide.commlib.CommLib;
import org.moide.commlib.Reduction;
import org.moide.commlib.RunEndedException;
import org.moide.commlib.Slice;
import org.moide.commlib.message.CommCounters;
import org.moide.commlib.message.Envelope;
import org.moide.commlib.message.endpoint.SafePoint;
import org.moide.commlib.port.ObjectCodec;
import org.moide.commlib.port.Ticker;
import org.moide.commlib.trace.ThreadTrace;
import org.moide.engine.ComputeThread;
import org.moide.engine.EpochEndedError;
import org.moide.engine.Redistribution;
import org.moide.engine.compute.EngineView;

/**
 * The safe points of one compute thread. At a safe point, all IDs agree that no message is in transit. If one of them
 * wants states to be stored, each hands over its state and its unreceived messages, and none continues before all have
 * done so. Used by that thread only.
 */
final class SafePoints {
    private final int index;
    private final int id;
    private CommLib comm;
    private SafePoint messages;
    private final EpochCheckpoints checkpoints;
    private final Queue<Serializable> subtasks;
    private final ObjectCodec codec;
    private final Ticker ticker;
    private final ThreadTrace trace;
    private OwnTime time;
    private boolean restoreCalled;
    private boolean redistributes;
    private boolean keep; // whether states are stored at the current safe point
    private long handled;
    private int lastBytes; // the encoded length of the last checkpoint
    private long keepingNanos;
    private long migratingNanos;

    /**
     * Creates the safe points of one compute thread.
     *
     * @param messages tells which of the thread's messages are in transit
     * @param counters the thread's own counters
     * @param checkpoints collects the states of the engine's threads
     * @param subtasks the queue of the engine's subtasks
     */
    SafePoints(
            int index,
            EngineView engine,
            CommLib comm,
            SafePoint messages,
            CommCounters counters,
            EpochCheckpoints checkpoints,
            Queue<Serializable> subtasks) {
        this.index = index;
        this.id = engine.idOf(index);
        this.comm = comm;
        this.messages = messages;
        this.checkpoints = checkpoints;
        this.subtasks = subtasks;
        this.codec = engine.codec();
        this.ticker = engine.ticker();
        this.trace = counters.trace();
        this.time = new OwnTime(ticker, counters::accountedNanos);
    }

    /**
     * Uses the messaging of another registration (table of engines) for later safe points. All IDs switch at the same
     * safe point.
     */
    void meetBy(CommLib nextComm, SafePoint nextMessages, CommCounters counters) {
        comm = nextComm;
        messages = nextMessages;
        time = new OwnTime(ticker, counters::accountedNanos);
        handled = 0;
    }

    /**
     * Returns how many calls of {@link org.moide.engine.Report} the ID had made at the checkpoint from which its thread
     * started.
     */
    long utterances() {
        Restored from = checkpoints.restored();
        return from != null && id < from.count() ? from.of(id).utterances() : 0;
    }

    <S extends Serializable> S restore(
            Supplier<S> initial, @Nullable Redistribution<S> redistribution, ComputeThread self) {
        if (restoreCalled) {
            throw new IllegalStateException("restore at ID " + id + ": expected one call, found another");
        }
        restoreCalled = true;
        redistributes = redistribution != null;
        checkpoints.restoreCalled(redistributes);
        Restored from = checkpoints.restored();
        if (from == null) {
            return initial.get();
        }
        time.begin();
        if (from.count() == self.count()) {
            S state = decoded(from, id);
            keepingNanos += time.nanos();
            return state;
        }
        if (redistribution == null) {
            throw new IllegalStateException("restore at ID " + id + ": expected as many IDs as at checkpoint "
                    + from.checkpoint() + ", " + from.count() + ", found " + self.count()
                    + "; give restore a Redistribution");
        }
        trace.begins("migrate");
        S state;
        try {
            state = redistribution.redistribute(new States<>(from), self);
        } finally {
            trace.ends();
        }
        migratingNanos += time.nanos();
        return state;
    }

    /** Returns the time that the thread has spent on encoding states and decoding its own, without waiting. */
    long keepingNanos() {
        return keepingNanos;
    }

    /** Returns the time that the thread has spent on building its state from states of another number of threads. */
    long migratingNanos() {
        return migratingNanos;
    }

    /** All states of a checkpoint, by logical ID. Each state is decoded when it is read from the list. */
    private final class States<S extends Serializable> extends AbstractList<S> {
        private final Restored from;

        States(Restored from) {
            this.from = from;
        }

        @Override
        public S get(int idThen) {
            return decoded(from, Objects.checkIndex(idThen, from.count()));
        }

        @Override
        public int size() {
            return from.count();
        }
    }

    // The same application has saved this state, so it has the type S.
    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
    private <S extends Serializable> S decoded(Restored from, int idThen) {
        Object state = codec.decode(from.of(idThen).state());
        if (state == null) {
            throw new IllegalStateException("the state of ID " + idThen + ": expected an object, found null");
        }
        return (S) state;
    }

    void checkpoint(Supplier<? extends Serializable> state, long utterances) {
        if (checkpoints.isEnded()) {
            throw new EpochEndedError("the epoch has ended");
        }
        messages.requireNothingBegun();
        trace.begins("checkpoint");
        try {
            checkpoint(state, utterances, time.begin());
        } finally {
            trace.ends();
            keepingNanos += time.nanos();
        }
    }

    private void checkpoint(Supplier<? extends Serializable> state, long utterances, long sinceNanos) {
        boolean leave = agree();
        if (!leave && !keep) {
            return;
        }
        if (!subtasks.isEmpty()) {
            throw new IllegalStateException(
                    "checkpoint at ID " + id + ": expected all subtasks of its engine to be done, found "
                            + subtasks.size() + " that nobody has taken");
        }
        List<Envelope> unreceived = messages.unreceived();
        if (redistributes && !unreceived.isEmpty()) {
            throw new IllegalStateException("checkpoint at ID " + id + ": expected everything to be received, found "
                    + unreceived.size() + " messages that are not; they could not be given to another number of"
                    + " IDs, for which restore has a Redistribution");
        }
        byte[] saved = encoded(Objects.requireNonNull(state.get(), "state"), utterances, unreceived);
        // No thread has continued before the last checkpoint was complete, so all have the same number.
        long number = checkpoints.made() + 1;
        try {
            if (!checkpoints.hand(index, number, saved)) {
                throw new EpochEndedError("the epoch has ended");
            }
        } catch (InterruptedException interrupt) {
            Thread.currentThread().interrupt();
            throw new RunEndedException("the run ended while this thread waited for a checkpoint to be stored");
        }
        comm.remoteBarrier();
        if (leave) {
            throw new EpochEndedError("engines are changed at checkpoint " + number);
        }
        checkpoints.pace().given(sinceNanos);
    }

    private byte[] encoded(Serializable state, long utterances, List<Envelope> unreceived) {
        try {
            byte[] bytes = IdState.encoded(utterances, unreceived, out -> codec.encodeTo(state, out), lastBytes);
            lastBytes = bytes.length;
            return bytes;
        } catch (CommException unfit) {
            throw new IllegalStateException(
                    "checkpoint at ID " + id + ": the state cannot be saved: " + unfit.getMessage(), unfit);
        }
    }

    /**
     * Blocks until all IDs have reached the safe point and no message is in transit. Sets {@code keep}, which says
     * whether states are stored at this safe point.
     *
     * @return whether the threads must leave the application
     */
    private boolean agree() {
        int length = messages.sent().length;
        long[] words = new long[length + 3];
        boolean leave = false;
        boolean due = checkpoints.pace().isDue();
        do {
            long handledNow = messages.handled();
            System.arraycopy(messages.sent(), 0, words, 0, length);
            words[length] = leave || checkpoints.isLeaveWanted() ? 1 : 0;
            words[length + 1] = handledNow == handled ? 0 : 1;
            words[length + 2] = due ? 1 : 0;
            handled = handledNow;
            comm.allReduce(Slice.of(words), Reduction.MAXIMUM);
            leave = words[length] == 1;
            keep = words[length + 2] == 1;
            if (!leave && !keep) {
                // Other threads continue, and what they send or put now does not belong to this safe point.
                return false;
            }
            messages.awaitArrived(words);
        } while (words[length + 1] == 1);
        return leave;
    }
}
