package org.moide.engine.host;

/**
 * The log of a daemon, which shows a host's owner which runs had engines on the host, and how these ended. Any thread.
 */
final class DaemonLog {
    private final System.Logger logger = System.getLogger("org.moide.daemon");

    void runBegins(EngineOrder order) {
        info(order.runId(), "has an engine here, for the " + order.coordinator());
    }

    void engineStarts(EngineOrder order) {
        String from = order.software().isEmpty() ? "" : ", from the jars of its coordinator's version";
        info(order.runId(), name(order) + " starts, with " + threads(order.threads()) + from);
    }

    void engineIsReady(EngineOrder order, EngineCreated made) {
        info(order.runId(), name(order) + " is ready, in process " + made.processId());
    }

    void engineIsNotMade(EngineOrder order, RuntimeException why) {
        warn(order.runId(), name(order) + " was not made: " + why.getMessage());
    }

    void engineRests(EngineOrder order) {
        info(order.runId(), name(order) + " is over; its JVM stays");
    }

    void engineEnded(EngineOrder order, ChildEnd end) {
        if (end.asked()) {
            info(order.runId(), name(order) + " has ended");
        } else if (end.exitCode() == 0) {
            // An engine may end before its daemon is told that the run is over. If the application ended it, the cause
            // says so.
            info(order.runId(), name(order) + " " + end.cause());
        } else {
            warn(order.runId(), name(order) + " has ended before its run: " + end.cause());
        }
    }

    void runIsOver(String runId) {
        info(runId, "is over");
    }

    void coordinatorIsGone(String runId) {
        warn(runId, "has lost its coordinator: its engines here end");
    }

    void leaves(int engines) {
        logger.log(System.Logger.Level.INFO, "told to end: " + engines + " engines are to give back what they have");
    }

    private void info(String runId, String what) {
        logger.log(System.Logger.Level.INFO, () -> "run " + runId + ": " + what);
    }

    private void warn(String runId, String what) {
        logger.log(System.Logger.Level.WARNING, () -> "run " + runId + ": " + what);
    }

    private static String name(EngineOrder order) {
        return "engine-" + order.engine();
    }

    private static String threads(int count) {
        return count + (count == 1 ? " thread" : " threads");
    }
}
