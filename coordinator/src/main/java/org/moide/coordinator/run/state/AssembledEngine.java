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
 * @param number the engine's
 * @param host its host's name, for the user
 * @param daemon how the user calls the daemon that made it, "host:port"; empty or {@link #OWN} if none did
 * @param power its power, after sharing its machine with others of ours
 * @param performance what of that others' work left when it was chosen: shares are cut by it
 * @param threads how many compute threads it will have
 * @param incarnation tells it from an earlier engine of the same number
 * @param node where it is reached
 * @param location where its host is, if that was said
 * @param processId what its host's system calls its process; 0 if nobody has said it
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
    /** The first of its number: later incarnations come with reconfiguration. */
    public static final long FIRST_INCARNATION = 1;

    /** In place of a daemon: this process is the engine, or has started it. */
    public static final String OWN = "this JVM";

    private static final String LATE = "it is not ready yet";

    /** Whether no daemon made it. */
    public boolean isOwn() {
        return daemon.isEmpty() || daemon.equals(OWN);
    }

    /**
     * One that was made.
     *
     * @param processId what its host's system calls its process
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

    /** One that may be made yet: when it is, it comes to the run as a newcomer with this number. */
    public static AssembledEngine late(Assignment assignment) {
        return failed(assignment, LATE);
    }

    /** Whether it may be made yet. */
    public boolean isLate() {
        return LATE.equals(failure);
    }

    /** As epochs know it. */
    public EnginePlace place() {
        return new EnginePlace(number, host, node, threads, performance, location);
    }

    public boolean isMade() {
        return failure == null;
    }

    /** Why one that could not be made could not. */
    public String whyNotMade() {
        return Objects.requireNonNull(failure, "it was made");
    }
}
