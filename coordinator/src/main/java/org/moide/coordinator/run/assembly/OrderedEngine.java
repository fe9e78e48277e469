package org.moide.coordinator.run.assembly;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.CommException;
import org.moide.commlib.port.Signal;
import org.moide.coordinator.run.session.RunPorts;
import org.moide.engine.host.EngineCreated;
import org.moide.engine.host.EngineDaemon;
import org.moide.engine.host.EngineOrder;

/**
 * An order to a daemon to start an engine. Carrying it out may take a minute. A host that has lost power does not
 * answer at all, so the daemon is asked meanwhile whether it is alive. A thread of this object waits for the reply to
 * the order.
 */
final class OrderedEngine {
    private final RunPorts ports;
    private final Signal changed;
    private volatile @Nullable EngineCreated created;
    private volatile @Nullable RuntimeException failed;

    /**
     * Gives the order.
     *
     * @param daemon the daemon, with a time limit that suffices for carrying out the order
     */
    OrderedEngine(RunPorts ports, EngineDaemon daemon, EngineOrder order) {
        this.ports = ports;
        this.changed = ports.around().signals().create();
        Thread thread = ports.around().threads().newThread(() -> give(daemon, order));
        thread.setName("coordinator-order-" + order.engine());
        thread.start();
    }

    private void give(EngineDaemon daemon, EngineOrder order) {
        try {
            created = daemon.createEngine(order);
        } catch (RuntimeException notMade) {
            failed = notMade;
        } catch (Error fault) {
            failed = new CommException("engine-" + order.engine() + " could not be ordered: " + fault, fault);
            throw fault;
        } finally {
            changed.raise();
        }
    }

    /**
     * Blocks until the engine has been started.
     *
     * @param daemon the same daemon with a short time limit, used to ask whether it is alive
     * @throws CommException if the engine could not be started, or the daemon has not answered for as long as a call
     *     may take
     */
    EngineCreated await(EngineDaemon daemon) throws InterruptedException {
        long answeredNanos = ports.around().ticker().nanoTime();
        while (!changed.await(this::isOver, ports.timing().look().toNanos())) {
            try {
                daemon.missingJars(List.of());
                answeredNanos = ports.around().ticker().nanoTime();
            } catch (CommException silent) {
                if (ports.around().ticker().nanoTime() - answeredNanos
                        > ports.timing().call().toNanos()) {
                    throw silent;
                }
            }
        }
        EngineCreated made = created;
        RuntimeException notMade = failed;
        if (made == null) {
            throw notMade == null ? new IllegalStateException("neither made nor failed") : notMade;
        }
        return made;
    }

    private boolean isOver() {
        return created != null || failed != null;
    }
}
