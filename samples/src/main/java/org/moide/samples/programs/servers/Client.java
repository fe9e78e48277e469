package org.moide.samples.programs.servers;

import java.util.HashMap;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import org.moide.samples.programs.servers.Message.Add;
import org.moide.samples.programs.servers.Message.Added;

/** The state of a client, which makes every n-th access. Used by one thread at a time. */
final class Client implements Member {
    private static final long serialVersionUID = 1L;

    /** The number of significant digits of the times of requests. */
    private static final int PRECISION = 2;

    private final Options options;
    private final Histogram nanos = new Histogram(PRECISION);

    /** The number of accesses that it has made, by partition. */
    private final int[] turns;

    /** The accesses without an answer, each with its number among those to its partition. */
    private final Map<Integer, Integer> open = new HashMap<>();

    private int number;
    private int clients;
    private long next;

    /**
     * The times at which accesses without an answer were sent, by the clock of this JVM. They are meaningless to
     * another JVM.
     */
    private transient @Nullable Map<Integer, Long> sentNanos;

    Client(Options options) {
        this.options = options;
        this.turns = new int[options.partitions()];
    }

    Options options() {
        return options;
    }

    /** Sets which client it is, at the first call. */
    void is(int client, int ofClients) {
        if (clients == 0) {
            number = client;
            clients = ofClients;
            next = client;
        }
    }

    int number() {
        return number;
    }

    int clients() {
        return clients;
    }

    boolean hasMore() {
        return next < options.accesses();
    }

    boolean hasOpen() {
        return !open.isEmpty();
    }

    boolean mayGoOn() {
        return hasMore() && open.size() < options.window();
    }

    /** Returns the number of accesses that it has made, as a measure of progress. */
    long made() {
        return (next - number) / clients;
    }

    /** Returns the number of accesses that it has to make. */
    long all() {
        return (options.accesses() - number + clients - 1L) / clients;
    }

    /** Creates its next access. */
    Add make(Accesses accesses) {
        int access = (int) next;
        next += clients;
        int turn = ++turns[accesses.partition(access)];
        open.put(access, turn);
        sent().put(access, System.nanoTime());
        return new Add(number, access, turn, accesses.key(access), accesses.amount(access));
    }

    private Map<Integer, Long> sent() {
        Map<Integer, Long> sent = sentNanos == null ? new HashMap<>() : sentNanos;
        sentNanos = sent;
        return sent;
    }

    /** Takes the answer to an access. */
    void take(Added added) {
        Integer turn = open.remove(added.access());
        if (turn == null || turn != added.turn()) {
            throw new IllegalStateException("client " + number + ", access " + added.access()
                    + ": expected its answer, of turn " + turn + ", once, found one of turn " + added.turn());
        }
        Long sent = sent().remove(added.access());
        if (sent != null) {
            nanos.recordValue(Math.max(0, System.nanoTime() - sent));
        }
    }

    Histogram nanos() {
        return nanos;
    }
}
