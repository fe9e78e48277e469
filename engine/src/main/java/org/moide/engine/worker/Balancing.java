package org.moide.engine.worker;

import java.util.function.Supplier;
import org.moide.balance.worker.WorkerTable;
import org.moide.balance.worker.balancer.BalanceLetter;

/** The balancing of an engine's workers: gives the balancer what it sees, and does what that decides. The control thread's. */
final class Balancing {
    private static final long STEP_NANOS = 5_000_000;

    private final WorkerPorts ports;
    private final WorkerTable table;
    private final String strategy;
    private long nextNanos;

    /** Sends a letter to an engine. */
    @FunctionalInterface
    interface Sender {
        void send(int engine, Object message);
    }

    Balancing(WorkerPorts ports, WorkerTable table, Supplier<LocalFigures> figures, Sender sender) {
        this.ports = ports;
        this.table = table;
        this.strategy = ports.settings().strategy().name();
        this.nextNanos = ports.ticker().nanoTime();
    }

    /** Does what is due; when it wants to be called again at the latest. */
    long step(long now) {
        if (ports.engines() == 1 || now < nextNanos) {
            return ports.engines() == 1 ? Long.MAX_VALUE : nextNanos;
        }
        nextNanos = now + STEP_NANOS;
        if (strategy.equals("rotate")) {
            table.forEach(slot -> {
                if (slot.rule().moves()) {
                    table.move(slot.worker(), (ports.engine() + 1) % ports.engines());
                }
            });
        }
        return nextNanos;
    }

    void heard(BalanceLetter letter, long now) {}

    double load(int engine) {
        return 0;
    }

    String why() {
        return strategy;
    }
}
