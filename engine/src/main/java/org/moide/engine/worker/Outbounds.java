package org.moide.engine.worker;

import java.util.ArrayList;
import java.util.List;
import org.moide.balance.worker.WorkerMessage;

/** What goes to each of the other engines. Any thread; see {@link Outbound}. */
final class Outbounds {
    private final List<Outbound> byEngine = new ArrayList<>();

    Outbounds(WorkerPorts ports) {
        for (int engine = 0; engine < ports.engines(); engine++) {
            byEngine.add(new Outbound(engine, ports.way(), ports.ticker()));
        }
    }

    /** How many engines there are, this one included. */
    int count() {
        return byEngine.size();
    }

    void add(int engine, WorkerMessage message) {
        byEngine.get(engine).add(message);
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
