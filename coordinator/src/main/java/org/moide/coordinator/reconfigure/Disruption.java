package org.moide.coordinator.reconfigure;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.moide.coordinator.control.RunStatus;
import org.moide.engine.control.CheckpointName;

/**
 * Records one disruption of an SPMD run: a time in which threads have left the application because of lost engines.
 * Decides whether it is hopeless to go on. Used by the control thread only.
 */
final class Disruption {
    private static final double NANOS = 1e9;

    /**
     * The number of consecutive returns to the same checkpoint, each after the loss of an engine, after which the
     * application is considered the cause.
     */
    private static final int MOST_RETURNS = 5;

    /**
     * The number of consecutive times that the process with the same IDs ended itself after the same checkpoint, after
     * which those IDs are considered the cause.
     */
    private static final int MOST_OWN_ENDS = 3;

    /**
     * The number of consecutive new engines that may be lost before all engines compute again. The next one would be
     * lost for the same cause.
     */
    private static final int MOST_LOST_NEWCOMERS = 5;

    private static final String NOT_RESTORABLE =
            "; its threads are part of the computation, so the run cannot go on without them"
                    + " (an application that calls restore and checkpoint can)";

    private static final String AGAIN =
            "; engines were lost " + (MOST_RETURNS + 1) + " times after the same checkpoint: it would happen again";

    private static final String IN_ITS_PLACE = "; another is started in its place";

    private static final String NONE_STAYS = "; so were " + MOST_LOST_NEWCOMERS
            + " engines before it that were started in the place of others: it would happen again";

    private final List<String> losses = new ArrayList<>();
    private long outNanos;
    private boolean out;
    private @Nullable CheckpointName origin;
    private int returns;
    private int lostNewcomers;
    private String ended = "";
    private List<String> suspects = List.of(); // tasks that the workers of the ended process were handling
    private int ownEnds;

    void lost(String name) {
        losses.add(name);
    }

    /**
     * Records the loss of an engine that could not be reached at the start.
     *
     * @return a line for the user
     */
    String notStarted(String name, String why, long nowNanos) {
        lost(name);
        out(nowNanos);
        return name + " did not start: " + why.lines().findFirst().orElse("") + IN_ITS_PLACE;
    }

    /**
     * Describes what follows from a loss, in words for the user.
     *
     * @param entered whether any thread had entered the application
     * @param checkpoint the checkpoint to which threads go back; null for the beginning of the application
     */
    static String consequence(boolean entered, @Nullable CheckpointName checkpoint) {
        if (!entered) {
            return IN_ITS_PLACE;
        }
        return "; the others go back to the " + (checkpoint == null ? "beginning" : "last checkpoint");
    }

    /**
     * Notes that threads are out of the application: the first has left it, or is being made to leave it. This begins
     * the disruption.
     */
    void out(long nowNanos) {
        if (!out) {
            out = true;
            outNanos = nowNanos;
        }
    }

    /** Ends the disruption: all threads are in the application again. */
    void over() {
        losses.clear();
        lostNewcomers = 0;
        out = false;
    }

    /**
     * Decides whether going back is hopeless after the loss of an engine.
     *
     * @param restorable whether the application can go back
     * @param running whether all engines computed when the engine was lost; a loss during a return does not count as
     *     another return
     * @param newcomer whether the lost engine is a replacement for a lost one and has not computed yet
     * @param checkpoint the checkpoint to which all would go back; null for the beginning of the application
     * @return why going back is hopeless, such as too many returns to the same checkpoint; null if it is not
     */
    @Nullable
    String hopeless(boolean restorable, boolean running, boolean newcomer, @Nullable CheckpointName checkpoint) {
        if (!restorable) {
            return NOT_RESTORABLE;
        }
        if (!running) {
            lostNewcomers += newcomer ? 1 : 0;
            return lostNewcomers > MOST_LOST_NEWCOMERS ? NONE_STAYS : null;
        }
        returns = Objects.equals(checkpoint, origin) ? returns + 1 : 0;
        origin = checkpoint;
        return returns >= MOST_RETURNS ? AGAIN : null;
    }

    /**
     * Decides whether going back is hopeless after an engine's process ended itself while all engines computed.
     *
     * @param ids the logical IDs that the process had
     * @param handled the tasks that the process's workers were handling
     * @param checkpoint the checkpoint to which all would go back; null for the beginning of the application
     * @return why going back is hopeless; null if it is not
     */
    @Nullable
    String hopelessAfter(String ids, List<String> handled, @Nullable CheckpointName checkpoint) {
        List<String> again = new ArrayList<>(suspects);
        again.retainAll(handled); // compared by task, since a worker may have moved to another engine
        boolean same = ids.equals(ended) || !again.isEmpty();
        ownEnds = same && Objects.equals(checkpoint, origin) ? ownEnds + 1 : 1;
        ended = ids;
        suspects = ownEnds == 1 || again.isEmpty() ? handled : again;
        if (ownEnds < MOST_OWN_ENDS) {
            return null;
        }
        String since = checkpoint == null
                ? "the beginning, with no checkpoint in between"
                : "checkpoint " + checkpoint.number() + " of epoch " + checkpoint.epoch();
        String who = again.isEmpty() ? ids : "task " + String.join(" or task ", again);
        return "; in the step after " + since + ", " + who + " ended " + (who.startsWith("IDs ") ? "their" : "its")
                + " engine so " + ownEnds + " times in a row: it would happen again";
    }

    boolean isLoss() {
        return !losses.isEmpty();
    }

    /** Returns the names of all engines that were lost in this disruption. */
    String lost() {
        return String.join(" and ", losses);
    }

    /** Tells the user, and enters in the report, that all threads are in the application again. */
    void tell(int engines, String where, EpochOutputs outputs, long nowNanos) {
        outputs.note(engines + " engines went on from " + where + " after " + time(nowNanos));
        outputs.add(new EpochOutput.Changed(
                RunStatus.Change.LOSS, "it was lost", lost() + " lost; from " + where, outFor(nowNanos)));
    }

    /** Returns for how many nanoseconds threads have been out of the application; 0 if all are in it. */
    long outFor(long nowNanos) {
        return out ? nowNanos - outNanos : 0;
    }

    /** Returns the time since threads left the application, in words for the user. */
    String time(long nowNanos) {
        return String.format(Locale.ROOT, "%.3f s", outFor(nowNanos) / NANOS);
    }
}
