package org.moide.commlib.waiting;

import java.io.Serializable;
import java.util.List;
import org.moide.commlib.CommLib;
import org.moide.commlib.local.Awaited;

/**
 * The state of one compute thread at two looks, one after the other.
 *
 * @param id its logical ID
 * @param number the number of its wait: the same number is the same wait; 0 if it does not wait
 * @param primitive what it waits in, as the application would say it; empty if it does not wait
 * @param peer for whom it waits: a logical ID, {@link CommLib#ANY_SENDER}, or {@link Awaited#ALL}
 * @param collective which of the collectives of all IDs it is in, counted from 1, if that is one which nobody gets through
 *     before all have called it; else 0
 * @param gone threads of its engine that it waits for and that have returned: they will not come
 * @param pending whether something that it has begun is not done; of a thread that has returned
 * @param unreceived some of the messages that lie there and that it does not wait for
 * @param where the line of the application in which it waits; empty if that is not known
 * @param ageNanos for how long it has waited, or since when it has returned
 */
public record ThreadState(
        int id,
        Kind kind,
        long number,
        String primitive,
        int peer,
        long collective,
        List<Integer> gone,
        boolean pending,
        List<Unreceived> unreceived,
        String where,
        long ageNanos)
        implements Serializable {
    private static final long serialVersionUID = 1L;

    /** The doing of a thread, as far as it can be told from outside. */
    public enum Kind {
        /** The thread computes, or does something of which nothing is known. */
        RUNNING,
        /** The thread waits for calls of others, and nothing that has come by now ends that. */
        WAITING,
        /** The thread waits for something else than calls of others, such as a task. */
        ELSEWHERE,
        /** The thread has returned from the application's {@code run}. */
        RETURNED
    }

    /** A message that nobody has received. */
    public record Unreceived(int sender, int tag) implements Serializable {
        private static final long serialVersionUID = 1L;
    }

    public ThreadState {
        gone = List.copyOf(gone);
        unreceived = List.copyOf(unreceived);
    }

    /** A thread of which nothing is known. */
    public static ThreadState running(int id) {
        return new ThreadState(id, Kind.RUNNING, 0, "", Awaited.ALL, 0, List.of(), false, List.of(), "", 0);
    }

    /** A thread that has returned. */
    public static ThreadState returned(int id, boolean pending, long ageNanos) {
        return new ThreadState(id, Kind.RETURNED, 0, "", Awaited.ALL, 0, List.of(), pending, List.of(), "", ageNanos);
    }

    /** A thread that waits for something else than calls of others. */
    public static ThreadState elsewhere(int id, long number, String what, long ageNanos) {
        return new ThreadState(
                id, Kind.ELSEWHERE, number, what, Awaited.ALL, 0, List.of(), false, List.of(), "", ageNanos);
    }

    /** Makes the same state with the line in which it waits. */
    public ThreadState at(String line) {
        return new ThreadState(
                id, kind, number, primitive, peer, collective, gone, pending, unreceived, line, ageNanos);
    }

    /** Returns whether the thread is in some wait. */
    public boolean waits() {
        return kind == Kind.WAITING || kind == Kind.ELSEWHERE;
    }

    /** Returns whether only the time has changed. */
    public boolean isSame(ThreadState other) {
        return new ThreadState(
                        id, kind, number, primitive, peer, collective, gone, pending, unreceived, where, other.ageNanos)
                .equals(other);
    }
}
