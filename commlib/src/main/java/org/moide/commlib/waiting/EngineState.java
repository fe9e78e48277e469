package org.moide.commlib.waiting;

import java.io.Serializable;
import java.util.Arrays;
import java.util.List;

/**
 * The waits of one engine's threads at one moment, and the counts that tell whether these waits can end. At that
 * moment, all threads that are {@link ThreadState.Kind#WAITING} here waited together. {@code arrived} was counted
 * before it and {@code sent} after it.
 *
 * @param engine the engine's number in the registration
 * @param serves whether messages or requests have handlers on this engine, which may send messages
 * @param busy whether service threads work on operations that compute threads have begun
 * @param conducted the number of collectives of all IDs in which this engine has been
 * @param sent the number of the next envelope to each engine
 * @param arrived the number of the next envelope expected from each engine
 */
@SuppressWarnings("ArrayRecordComponent") // compared by isSame
public record EngineState(
        long epoch,
        int engine,
        List<ThreadState> threads,
        boolean serves,
        boolean busy,
        long conducted,
        long[] sent,
        long[] arrived)
        implements Serializable {
    private static final long serialVersionUID = 1L;

    public EngineState {
        threads = List.copyOf(threads);
        sent = sent.clone();
        arrived = arrived.clone();
        if (sent.length != arrived.length) {
            throw new IllegalArgumentException("expected as many counters of what was sent as of what arrived, found "
                    + sent.length + " and " + arrived.length);
        }
    }

    /** Returns this engine state with other states of its threads. */
    public EngineState with(List<ThreadState> others) {
        return new EngineState(epoch, engine, others, serves, busy, conducted, sent, arrived);
    }

    /** Returns whether all threads wait or have returned. */
    public boolean isQuiet() {
        return threads.stream().noneMatch(thread -> thread.kind() == ThreadState.Kind.RUNNING);
    }

    /** Returns whether the threads' states equal those of another engine state, apart from the time. */
    public boolean hasSameThreads(EngineState other) {
        boolean same = threads.size() == other.threads.size();
        for (int thread = 0; same && thread < threads.size(); thread++) {
            same = threads.get(thread).isSame(other.threads.get(thread));
        }
        return same;
    }

    /** Returns whether this state equals another one, apart from the time. */
    public boolean isSame(EngineState other) {
        return epoch == other.epoch
                && engine == other.engine
                && serves == other.serves
                && busy == other.busy
                && conducted == other.conducted
                && Arrays.equals(sent, other.sent)
                && Arrays.equals(arrived, other.arrived)
                && hasSameThreads(other);
    }
}
