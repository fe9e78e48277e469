package org.moide.engine.core;

import org.jspecify.annotations.Nullable;
import org.moide.commlib.registration.NodeReference;
import org.moide.engine.Application;
import org.moide.engine.Arguments;

/**
 * What an engine is told when it is made.
 *
 * @param runId the run's
 * @param engine its number; 0 is the coordinator's own
 * @param incarnation tells it from an earlier engine of the same number
 * @param host its host's name, for messages
 * @param coordinator where the compute coordinator is
 * @param arguments the application's
 * @param mode overrides the application's own if not null
 */
public record EngineSetup(
        String runId,
        int engine,
        long incarnation,
        String host,
        NodeReference coordinator,
        Arguments arguments,
        Application.@Nullable Mode mode) {

    /** The thread names' beginning: {@code engine-3}. */
    public String role() {
        return "engine-" + engine;
    }

    /** The name under which an engine is exported. */
    public static String objectName(String runId, int engine) {
        return "engine-" + engine + "-of-" + runId;
    }

    /** The name under which the coordinator of a run is exported. */
    public static String coordinatorName(String runId) {
        return "coordinator-of-" + runId;
    }

    /** The name under which an engine's messages are taken in one epoch: those of another epoch find nobody. */
    static String messagesName(String runId, int engine, long epoch) {
        return "messages-" + epoch + "-" + objectName(runId, engine);
    }
}
