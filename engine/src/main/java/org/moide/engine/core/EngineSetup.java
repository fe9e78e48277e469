package org.moide.engine.core;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.registration.NodeReference;
import org.moide.engine.Application;
import org.moide.engine.Arguments;
import org.moide.engine.compute.NamedFiles;
import org.moide.engine.control.EngineHost;

/**
 * What an engine is told when it is made.
 *
 * @param runId the run's
 * @param engine its seat: unlike its place in a registration it never changes, and nobody else has it ever; 0 is the
 *     coordinator's own
 * @param incarnation tells it from an earlier engine of the same number
 * @param host where it is
 * @param coordinator where the compute coordinator is
 * @param arguments the application's
 * @param files that the user named for the application, as this process finds them
 * @param mode overrides the application's own if not null
 */
public record EngineSetup(
        String runId,
        int engine,
        long incarnation,
        EngineHost host,
        NodeReference coordinator,
        Arguments arguments,
        NamedFiles files,
        Application.@Nullable Mode mode) {

    /** The thread names' beginning: {@code engine-3}. */
    public String role() {
        return "engine-" + engine;
    }

    /** Its host's name, for messages. */
    String hostName() {
        return host.name();
    }

    /** The name under which an engine is exported. */
    public static String objectName(String runId, int engine) {
        return "engine-" + engine + "-of-" + runId;
    }

    /** The seat of the engine that is exported under this name; -1 if it is none of this run. */
    public static int seatOf(String runId, String objectName) {
        Matcher engine = Pattern.compile("engine-([0-9]{1,9})-of-" + Pattern.quote(runId))
                .matcher(objectName);
        return engine.matches() ? Integer.parseInt(engine.group(1)) : -1;
    }

    /** The name under which the coordinator of a run is exported. */
    public static String coordinatorName(String runId) {
        return "coordinator-of-" + runId;
    }

    /**
     * The name under which an engine's messages are taken in one epoch: those of another epoch find nobody.
     *
     * @param engine its number in that epoch's registration
     */
    static String messagesName(String runId, int engine, long epoch) {
        return "messages-" + epoch + "-" + objectName(runId, engine);
    }
}
