package org.moide.commlib.waiting;

import java.io.Serializable;
import java.util.Arrays;
import java.util.List;

/**
 * The waits of one engine's threads at one moment, with what is needed to say whether they can ever end: there is a
 * moment at which all threads that are {@link ThreadState.Kind#WAITING} here waited together, {@code arrived} was
 * counted before it and {@code sent} after it.
 *
 * @param engine its number in the registration
 * @param serves whether messages or requests have handlers here, which may send
 * @param busy whether threads of its own are at something that compute threads have begun
 * @param conducted in how many collectives of all IDs this engine has been
 * @param sent the number of the next envelope to each engine
 * @param arrived the number of the next envelope that is expected of each
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

    /** Makes the state of the same engine with these threads. */
    public EngineState with(List<ThreadState> others) {
        return new EngineState(epoch, engine, others, serves, busy, conducted, sent, arrived);
    }

    /** Returns whether all threads wait or have returned. */
    public boolean isQuiet() {
        return threads.stream().noneMatch(thread -> thread.kind() == ThreadState.Kind.RUNNING);
    }

    /** Returns whether the engine's threads do the same as those of another state. */
    public boolean hasSameThreads(EngineState other) {
        boolean same = threads.size() == other.threads.size();
        for (int thread = 0; same && thread < threads.size(); thread++) {
            same = threads.get(thread).isSame(other.threads.get(thread));
        }
        return same;
    }

    /** Returns whether all but the time is as in another state. */
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
