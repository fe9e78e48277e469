package org.moide.coordinator.run.state;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.moide.balance.strategy.Location;
import org.moide.commlib.registration.NodeReference;
import org.moide.coordinator.reconfigure.EnginePlace;
import org.moide.coordinator.selection.Assignment;

/**
 * An engine that is there and waits to be registered, or one that could not be made.
 *
 * @param number the number of the engine
 * @param host its host's name, for the user
 * @param daemon the user's name of the daemon that made it, "host:port"; empty or {@link #OWN} if none did
 * @param power its power, after sharing its machine with others of ours
 * @param performance the part of that power that others' work left when the engine was chosen; shares are cut by it
 * @param threads how many compute threads it will have
 * @param incarnation the number that tells it from an earlier engine of the same number
 * @param node the node under which it is reached
 * @param location the location of its host, if that was given
 * @param processId the number of its process on its host; 0 if it is not known
 * @param failure why it could not be made; null if it was
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
    /** The first incarnation of a number. Later ones come with reconfiguration. */
    public static final long FIRST_INCARNATION = 1;

    /** The value of {@code daemon} if this process is the engine or has started it. */
    public static final String OWN = "this JVM";

    private static final String LATE = "it is not ready yet";

    /** Returns whether no daemon made the engine. */
    public boolean isOwn() {
        return daemon.isEmpty() || daemon.equals(OWN);
    }

    /**
     * Returns an engine that was made.
     *
     * @param processId the number of its process on its host
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
     * Returns an engine that may still be made. When it is made, it comes to the run as a newcomer with this number.
     */
    public static AssembledEngine late(Assignment assignment) {
        return failed(assignment, LATE);
    }

    /** Returns whether the engine may still be made. */
    public boolean isLate() {
        return LATE.equals(failure);
    }

    /** Returns the engine as epochs know it. */
    public EnginePlace place() {
        return new EnginePlace(number, host, node, threads, performance, location);
    }

    public boolean isMade() {
        return failure == null;
    }

    /** Returns why the engine could not be made. It must be one that was not made. */
    public String whyNotMade() {
        return Objects.requireNonNull(failure, "it was made");
    }
}
