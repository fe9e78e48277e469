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
 * The limit on the bytes of results that are sent in parts to the root (the member where tasks come from), or wait
 * there to be merged.
 *
 * <p>A return without room waits: its first part is not acknowledged, so the borrower keeps the rest. First come, first
 * served. A single result is admitted alone, however large it is.
 */
final class ResultRoom {
    /** The first part of a loan's return, which waits for room. A loan has at most one. */
    record Waiting(Peer peer, ReturnPart part) {}

    private final long bytes;
    private final Map<Long, Integer> taken = new HashMap<>(); // by loan
    private final Deque<Waiting> waiting = new ArrayDeque<>();
    private long takenBytes;

    ResultRoom(long bytes) {
        this.bytes = bytes;
    }

    /**
     * Returns whether there is room for the result whose return begins with this part; if not, the return waits until
     * {@link #next} returns it.
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

    boolean has(long loan) {
        return taken.containsKey(loan);
    }

    /** Frees the room of a loan's result, because the result is merged or will not come. */
    void free(long loan) {
        Integer freed = taken.remove(loan);
        takenBytes -= freed == null ? 0 : freed;
        waiting.removeIf(other -> other.part().loan() == loan);
    }

    /** Admits those of the waiting returns that fit in the room now, and returns them. */
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
