package org.moide.balance.loan.lender;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.moide.balance.loan.LoanMessage.ReturnPart;
import org.moide.balance.loan.peer.Peer;

/**
 * The room for results at the root: how many bytes it has at a time, on their way to it or waiting to be taken, of
 * those that come in parts. A return for which there is no room waits with its first part unanswered, so that its
 * borrower keeps the rest; the first that came is the first that has room. A result has room alone, however large it
 * is.
 */
final class ResultRoom {
    /** A return that waits, by its first part: one for each loan at most. */
    record Waiting(Peer peer, ReturnPart part) {}

    private final long bytes;
    private final Map<Long, Integer> taken = new HashMap<>(); // by loan
    private final Deque<Waiting> waiting = new ArrayDeque<>();
    private long takenBytes;

    /** Room for this many bytes. */
    ResultRoom(long bytes) {
        this.bytes = bytes;
    }

    /**
     * Returns whether there is room for the return that this part is the first of; else it waits until {@link #next}.
     */
    boolean admits(Peer peer, ReturnPart part) {
        if (waiting.stream().anyMatch(other -> other.part().loan() == part.loan())) {
            return false; // a repeat
        }
        if (waiting.isEmpty() && hasRoomFor(part)) {
            take(part);
            return true;
        }
        waiting.add(new Waiting(peer, part));
        return false;
    }

    private boolean hasRoomFor(ReturnPart part) {
        return taken.isEmpty() || takenBytes + part.resultBytes() <= bytes;
    }

    private void take(ReturnPart part) {
        taken.put(part.loan(), part.resultBytes());
        takenBytes += part.resultBytes();
    }

    /** Returns whether this loan's result has been given room. */
    boolean has(long loan) {
        return taken.containsKey(loan);
    }

    /** Frees the room of a loan whose result has been taken, or will not come. */
    void free(long loan) {
        Integer freed = taken.remove(loan);
        takenBytes -= freed == null ? 0 : freed;
        waiting.removeIf(other -> other.part().loan() == loan);
    }

    /** Takes those that waited and have room now. */
    List<Waiting> next() {
        List<Waiting> ready = new ArrayList<>();
        while (!waiting.isEmpty() && hasRoomFor(waiting.element().part())) {
            Waiting first = waiting.remove();
            take(first.part());
            ready.add(first);
        }
        return ready;
    }
}
