package org.moide.commlib.collective;

import org.jspecify.annotations.Nullable;
import org.moide.commlib.CommException;
import org.moide.commlib.ElementType;
import org.moide.commlib.Reduction;
import org.moide.commlib.Slice;
import org.moide.commlib.collective.EngineLink.Arrival;
import org.moide.commlib.collective.EngineLink.Sent;
import org.moide.commlib.local.OverdueException;
import org.moide.commlib.registration.Registration;

/**
 * One collective among engines, for the thread that acts for this engine. It has the steps that all collectives share.
 *
 * @param link the link to the other engines
 * @param engine this engine's number
 * @param registration the engines and IDs of the run
 * @param description this engine's call
 * @param tuning the lengths that select the algorithms
 * @param door the way to the hall, where engines of one host meet without messages
 */
record Stage(
        EngineLink link, int engine, Registration registration, Description description, Tuning tuning, HallDoor door) {
    /**
     * Returns the hall for data that is short enough on all engines. Returns null if the collective takes place by
     * messages. All engines call it in the same collectives.
     */
    @Nullable
    Hall hall() {
        return door.enter(this);
    }

    /**
     * Meets all engines in the hall. Afterwards this engine can read what each has left there.
     *
     * @param data the elements that this engine leaves
     * @throws IllegalArgumentException if an engine is in another collective
     */
    void meet(Hall hall, Slice data) {
        int elsewhere;
        try {
            elsewhere = link.meet(hall, description.pack(), data);
        } catch (OverdueException late) {
            throw tellWho(late);
        } catch (InternalError away) {
            throw away(away);
        }
        if (elsewhere != EngineLink.ALL) {
            take(elsewhere); // throws, unless the engine is in the same collective
            throw new IllegalArgumentException("expected that engines of one host choose the same way for "
                    + description + ", found messages of engine " + elsewhere);
        }
        for (int other = 0; other < engines(); other++) {
            checkNote(hall.note(other), other);
        }
    }

    /** Copies what an engine has left in the hall, which must have the length and type of {@code target}. */
    void copy(Hall hall, int from, Slice target) {
        if (hall.length(from) != target.length()) {
            throw new IllegalArgumentException(description + " at engine " + engine + ": expected " + target.length()
                    + " of " + target.type() + " from engine " + from + ", found " + hall.length(from));
        }
        try {
            hall.copy(from, target);
        } catch (InternalError away) {
            throw away(away);
        }
    }

    private CommException away(InternalError fault) {
        return new CommException(description + ": a process has taken the memory of this host's engines away", fault);
    }

    int engines() {
        return registration.engines().size();
    }

    Rounds rounds() {
        return new Rounds(engine, engines());
    }

    Tree tree(int rootEngine) {
        return Tree.of(engine, rootEngine, engines());
    }

    Sent start(int to, Slice data) {
        Sent sent = link.start(to, description.pack(), data);
        return () -> {
            try {
                sent.finish();
            } catch (OverdueException late) {
                throw tellWho(late);
            }
        };
    }

    void send(int to, Slice data) {
        start(to, data).finish();
    }

    /**
     * Returns the next message of {@code from}, which must belong to the same collective.
     *
     * @throws IllegalArgumentException if it belongs to another collective
     */
    Arrival take(int from) {
        Arrival arrival;
        try {
            arrival = link.take(from, description.pack());
        } catch (OverdueException late) {
            throw tellWho(late);
        }
        checkNote(arrival.note(), from);
        return arrival;
    }

    private void checkNote(long note, int from) {
        if (note != description.pack()) {
            throw new IllegalArgumentException("expected the same collective with the same lengths everywhere, found "
                    + description + " at engine " + engine + " and " + tell(note) + " at engine " + from);
        }
    }

    private OverdueException tellWho(OverdueException late) {
        String call =
                description + " at ID " + registration.engines().get(engine).firstId();
        long[] notes = link.whoIsThere(description.pack());
        return new OverdueException(
                Missing.tell(call, late.limitSeconds(), notes, description, registration), late.limitSeconds());
    }

    private static String tell(long note) {
        return note < 0 ? "no collective" : Description.unpack(note).toString();
    }

    /** Receives into {@code target}; the message must have its length and type. */
    void receive(int from, Slice target) {
        fill(take(from), from, target);
    }

    /** Receives a message of any length in a new array. */
    Slice receiveNew(int from) {
        Arrival arrival = take(from);
        Slice target = Slice.of(arrival.type().newArray(Math.toIntExact(arrival.length())));
        arrival.into(target);
        return target;
    }

    byte[] receiveBytes(int from) {
        Slice received = receiveNew(from);
        if (received.type() != ElementType.BYTE) {
            throw new IllegalArgumentException(description + ": expected an object from engine " + from + ", found "
                    + received.length() + " of " + received.type());
        }
        return (byte[]) received.array();
    }

    /** Sends {@code out} to the partner and receives {@code in} from it. */
    void exchange(int partner, Slice out, Slice in) {
        Sent sent = start(partner, out);
        receive(partner, in);
        sent.finish();
    }

    /** Receives like {@link #receive}, but combines the received elements with those of {@code target}. */
    void join(int from, Slice target, Reduction reduction) {
        Arrival arrival = take(from);
        checkFits(arrival, from, target);
        arrival.joinInto(target, (own, came) -> Reducer.join(own, came, reduction));
    }

    private void fill(Arrival arrival, int from, Slice target) {
        checkFits(arrival, from, target);
        arrival.into(target);
    }

    private void checkFits(Arrival arrival, int from, Slice target) {
        if (arrival.type() != target.type() || arrival.length() != target.length()) {
            throw new IllegalArgumentException(description + " at engine " + engine + ": expected " + target.length()
                    + " of " + target.type() + " from engine " + from + ", found " + arrival.length() + " of "
                    + arrival.type());
        }
    }
}
