package org.moide.engine.host;

import org.moide.engine.control.Outbox;

/** One engine of a run on this host. It reports the engine's output and end to the run's coordinator. */
final class HostedEngine {
    private final EngineOrder order;
    private final EngineChild child;

    HostedEngine(EngineOrder order, EngineChild child) {
        this.order = order;
        this.child = child;
    }

    EngineOrder order() {
        return order;
    }

    EngineChild child() {
        return child;
    }

    /** Blocks until the engine can be reached, and returns its address. */
    EngineCreated awaitReady(String hostName) {
        return new EngineCreated(child.awaitReady(order.readyWithin()), hostName, child.pid());
    }

    RunView.EngineView view() {
        return new RunView.EngineView(order.engine(), child.pid(), child.memory(), order.threads());
    }

    /**
     * Returns a listener that reports a child's output and end to the coordinator.
     *
     * @param whenEnded called after the end was reported, or when the run is over in a JVM that stays
     */
    static ChildListener listener(
            EngineOrder order, String hostName, Outbox<DaemonNews> outbox, DaemonLog log, Runnable whenEnded) {
        return new ChildListener() {
            @Override
            public void line(String line, boolean fromErrorStream) {
                try {
                    // A flood of output blocks here, and thereby blocks the child that prints it.
                    outbox.postOrWait(new DaemonNews.Line(order.engine(), line, fromErrorStream));
                } catch (InterruptedException stop) {
                    Thread.currentThread().interrupt();
                }
            }

            @Override
            public void rests(String left) {
                if (!left.isEmpty()) {
                    outbox.post(new DaemonNews.NotKept(order.engine(), hostName, left));
                } else {
                    log.engineRests(order);
                }
                whenEnded.run();
            }

            @Override
            public void ended(ChildEnd end) {
                log.engineEnded(order, end);
                // The end of an engine that was never ready is the result of the call that ordered it.
                if (!end.asked() && end.ready()) {
                    outbox.post(new DaemonNews.EngineEnded(
                            order.engine(),
                            order.incarnation(),
                            end.exitCode(),
                            end.death("engine-" + order.engine() + " on " + hostName)));
                }
                whenEnded.run();
            }
        };
    }
}
