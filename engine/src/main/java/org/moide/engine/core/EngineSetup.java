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
 * The facts that an engine is created with.
 *
 * @param runId the run's ID
 * @param engine the engine's seat, which never changes and which no other engine of the run ever gets; 0 is the
 *     coordinator's own engine
 * @param incarnation distinguishes the engine from earlier ones of the same seat
 * @param host the engine's host
 * @param coordinator the address of the compute coordinator
 * @param arguments the application's arguments
 * @param files the files that the user named for the application, with their paths on this host
 * @param mode overrides the application's own mode if not null
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

    /** Returns the prefix of the names of the engine's threads, such as {@code engine-3}. */
    public String role() {
        return "engine-" + engine;
    }

    String hostName() {
        return host.name();
    }

    /** Returns the name under which an engine is exported. */
    public static String objectName(String runId, int engine) {
        return "engine-" + engine + "-of-" + runId;
    }

    /**
     * Returns the seat, the number that is never reused in a run, of the engine that is exported under this name; −1 if
     * the name is not that of an engine of this run.
     */
    public static int seatOf(String runId, String objectName) {
        Matcher engine = Pattern.compile("engine-([0-9]{1,9})-of-" + Pattern.quote(runId))
                .matcher(objectName);
        return engine.matches() ? Integer.parseInt(engine.group(1)) : -1;
    }

    /** Returns the name under which the coordinator of a run is exported. */
    public static String coordinatorName(String runId) {
        return "coordinator-of-" + runId;
    }

    /**
     * Returns the name under which an engine receives messages of one epoch. Messages of another epoch have another
     * name and find no receiver.
     *
     * @param engine the engine's number in that epoch's registration
     */
    static String messagesName(String runId, int engine, long epoch) {
        return "messages-" + epoch + "-" + objectName(runId, engine);
    }
}
