package org.moide.coordinator.run.state;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.moide.balance.strategy.Location;
import org.moide.commlib.registration.NodeReference;
import org.moide.coordinator.reconfigure.EnginePlace;
import org.moide.coordinator.selection.Assignment;

/**
 * An engine that is ready to be registered, or one that could not be started.
 *
 * @param number the engine's number
 * @param host its host's name for the user
 * @param daemon the daemon that started the engine, "host:port" in the user's words. If no daemon did, it is empty or
 *     {@link #OWN}
 * @param power the power of the engine: if several engines of this run are on its machine, its share of the machine's
 *     power
 * @param performance the part of that power that other programs left when the engine was chosen; work is divided in
 *     proportion to it
 * @param threads the number of its compute threads
 * @param incarnation a number that tells the engine from an earlier engine with the same number
 * @param node the node through which it is reached
 * @param location the location of its host in the topology
 * @param processId its process ID on its host; 0 if unknown
 * @param failure why the engine could not be started; null if it was started or may still start
 */
public record AssembledEngine(
        int number,
        String host,
        String daemon,
        double power,
        double performance,
        int threads,
        long incarnation,
        NodeReference node,
        Location location,
        long processId,
        @Nullable String failure) {
    /** The incarnation of the first engine with a number. */
    public static final long FIRST_INCARNATION = 1;

    /** The value of {@code daemon} for an engine in this process or in a child process of it. */
    public static final String OWN = "this JVM";

    private static final String LATE = "it is not ready yet";

    /** Returns whether no daemon started the engine. */
    public boolean isOwn() {
        return daemon.isEmpty() || daemon.equals(OWN);
    }

    /**
     * Creates the value for an engine that was started and can be called.
     *
     * @param processId its process ID on its host
     */
    public static AssembledEngine made(Assignment assignment, String host, NodeReference node, long processId) {
        return new AssembledEngine(
                assignment.engine(),
                host,
                assignment.candidate().daemon(),
                assignment.power(),
                assignment.performance(),
                assignment.threads(),
                FIRST_INCARNATION,
                node,
                assignment.candidate().location(),
                processId,
                null);
    }

    public static AssembledEngine failed(Assignment assignment, String why) {
        return new AssembledEngine(
                assignment.engine(),
                assignment.candidate().host(),
                assignment.candidate().daemon(),
                assignment.power(),
                assignment.performance(),
                assignment.threads(),
                FIRST_INCARNATION,
                new NodeReference("none", List.of(), 0),
                assignment.candidate().location(),
                0,
                why);
    }

    /**
     * Creates the value for an engine that is not ready when the run begins. When it is, it joins the running run with
     * this number.
     */
    public static AssembledEngine late(Assignment assignment) {
        return failed(assignment, LATE);
    }

    /** Returns whether the engine is late: it was not ready when the run began, and may become ready later. */
    public boolean isLate() {
        return LATE.equals(failure);
    }

    /** Returns the engine in the form that epochs use. */
    public EnginePlace place() {
        return new EnginePlace(number, host, node, threads, performance, location);
    }

    public boolean isMade() {
        return failure == null;
    }

    /** Returns why the engine could not be started. May be called only if it could not. */
    public String whyNotMade() {
        return Objects.requireNonNull(failure, "it was made");
    }
}
