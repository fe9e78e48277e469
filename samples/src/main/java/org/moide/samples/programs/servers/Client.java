package org.moide.samples.programs.servers;

import java.util.HashMap;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import org.moide.samples.programs.servers.Message.Add;
import org.moide.samples.programs.servers.Message.Added;

/**
 * The state of a client. Of all accesses, client number i of n clients makes every n-th one. Used by one thread at a
 * time.
 */
final class Client implements Member {
    private static final long serialVersionUID = 1L;

    /** The number of significant digits of the times of requests. */
    private static final int PRECISION = 2;

    private final Options options;
    private final Histogram nanos = new Histogram(PRECISION);

    /** For each partition, how many accesses to it this client has made. */
    private final int[] turns;

    /**
     * The accesses that were not answered yet, each with its number among this client's accesses to the same partition.
     */
    private final Map<Integer, Integer> open = new HashMap<>();

    private int number;
    private int clients;
    private long next;

    /**
     * When the accesses that were not answered yet were sent, by the clock of this JVM. In another JVM, these times
     * have no meaning.
     */
    private transient @Nullable Map<Integer, Long> sentNanos;

    Client(Options options) {
        this.options = options;
        this.turns = new int[options.partitions()];
    }

    Options options() {
        return options;
    }

    /** Sets which client this is. Only the first call has an effect. */
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

    /** Returns how many accesses this client has made, as a measure of progress. */
    long made() {
        return (next - number) / clients;
    }

    /** Returns how many accesses this client has to make in total. */
    long all() {
        return (options.accesses() - number + clients - 1L) / clients;
    }

    /** Makes this client's next access, as a message to the partition. */
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
