package org.moide.engine.worker;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.moide.balance.worker.WorkerMessage;
import org.moide.commlib.message.endpoint.EngineWay;

/**
 * What goes to each of the other engines. Any thread; see {@link Outbound}. An engine that joins can be reached before it takes part:
 * others, which know of it already, may have workers there by then.
 */
final class Outbounds {
    private final WorkerPorts ports;
    private final List<Outbound> byEngine = new CopyOnWriteArrayList<>();
    private final AtomicInteger joined; // that take part

    Outbounds(WorkerPorts ports) {
        this.ports = ports;
        for (int engine = 0; engine < ports.engines(); engine++) {
            byEngine.add(new Outbound(engine, ports.way(), ports.ticker()));
        }
        this.joined = new AtomicInteger(ports.engines());
    }

    /** An engine that is to join is reached by this way; not by that of one before it which has not come after all. */
    synchronized void reach(int engine, EngineWay way) {
        Outbound made = new Outbound(engine, way, ports.ticker());
        if (engine < byEngine.size()) {
            byEngine.set(engine, made);
        } else {
            byEngine.add(made);
        }
    }

    /** The next engine takes part from here on; its number. */
    int join() {
        return joined.getAndIncrement();
    }

    /** How many engines have taken part, this one included, and those that have left. */
    int count() {
        return joined.get();
    }

    /** Takes a message to a worker; false if nothing is said to the workers there any more, since that engine leaves. */
    boolean add(int engine, WorkerMessage message) {
        return byEngine.get(engine).add(message);
    }

    /** A message to an engine that leaves: nothing is said to its workers after this. */
    void addLast(int engine, Object message) {
        byEngine.get(engine).addLast(message);
    }

    /** A message of the rounds, or of the balancing. */
    void addOther(int engine, Object message) {
        byEngine.get(engine).addOther(message);
    }

    /** Sends all that is there; may wait. */
    void flush() {
        byEngine.forEach(Outbound::flush);
    }

    /** Sends what waits for nothing more: see {@link Outbound#isUrgent}; may wait. */
    void flushUrgent() {
        for (Outbound outbound : byEngine) {
            if (outbound.isUrgent()) {
                outbound.flush();
            }
        }
    }

    boolean isAnythingThere() {
        for (Outbound outbound : byEngine) {
            if (!outbound.isEmpty()) {
                return true;
            }
        }
        return false;
    }

    /** About how long so many bytes take to an engine. */
    long nanos(int engine, long bytes) {
        return byEngine.get(engine).nanos(bytes);
    }
}
