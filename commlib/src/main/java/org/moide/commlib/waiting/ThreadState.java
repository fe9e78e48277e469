package org.moide.commlib.waiting;

import java.io.Serializable;
import java.util.List;
import org.moide.commlib.CommLib;
import org.moide.commlib.local.Awaited;

/**
 * The state of one compute thread, from two checks in a row.
 *
 * @param id its logical ID
 * @param number the number of its wait: the same number is the same wait; 0 if it does not wait
 * @param primitive the call in which it waits, as the application would write it; empty if it does not wait
 * @param peer the peer that it waits for: a logical ID, {@link CommLib#ANY_SENDER}, or {@link Awaited#ALL}
 * @param collective the number of the collective of all IDs in which it waits, from 1 on, if every ID waits in it
 * until all have called it; otherwise 0
 * @param gone the threads of its engine that it waits for and that will never come, since they have returned
 * @param pending for a thread that has returned: whether something that it has begun is not complete
 * @param unreceived some of the messages in its mailbox that it does not wait for
 * @param where the application's line in which it waits; empty if unknown
 * @param ageNanos how long ago the wait began, or the thread returned
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

    /** The kinds of state, as far as another thread can tell. */
    public enum Kind {
        /** The thread computes, or its state is unknown. */
        RUNNING,
        /** The thread waits for calls of other threads, and its condition does not hold. */
        WAITING,
        /** The thread waits for something else than calls of other threads, such as a task. */
        ELSEWHERE,
        /** The thread has returned from the application's {@code run}. */
        RETURNED
    }

    /** A message that is in the mailbox and not received. */
    public record Unreceived(int sender, int tag) implements Serializable {
        private static final long serialVersionUID = 1L;
    }

    public ThreadState {
        gone = List.copyOf(gone);
        unreceived = List.copyOf(unreceived);
    }

    /** Returns the state of a thread that computes, or whose activity is unknown. */
    public static ThreadState running(int id) {
        return new ThreadState(id, Kind.RUNNING, 0, "", Awaited.ALL, 0, List.of(), false, List.of(), "", 0);
    }

    /** Returns the state of a thread that has returned. */
    public static ThreadState returned(int id, boolean pending, long ageNanos) {
        return new ThreadState(id, Kind.RETURNED, 0, "", Awaited.ALL, 0, List.of(), pending, List.of(), "", ageNanos);
    }

    /** Returns the state of a thread that waits for something else than calls of other threads. */
    public static ThreadState elsewhere(int id, long number, String what, long ageNanos) {
        return new ThreadState(
                id, Kind.ELSEWHERE, number, what, Awaited.ALL, 0, List.of(), false, List.of(), "", ageNanos);
    }

    /** Returns the same state with the line in which the thread waits. */
    public ThreadState at(String line) {
        return new ThreadState(
                id, kind, number, primitive, peer, collective, gone, pending, unreceived, line, ageNanos);
    }

    /** Returns whether the thread waits for anything. */
    public boolean waits() {
        return kind == Kind.WAITING || kind == Kind.ELSEWHERE;
    }

    /** Returns whether this state equals another one, apart from the time. */
    public boolean isSame(ThreadState other) {
        return new ThreadState(
                        id, kind, number, primitive, peer, collective, gone, pending, unreceived, where, other.ageNanos)
                .equals(other);
    }
}
