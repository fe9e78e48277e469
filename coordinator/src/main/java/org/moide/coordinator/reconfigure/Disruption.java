package org.moide.coordinator.reconfigure;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.moide.coordinator.control.RunStatus;
import org.moide.engine.control.CheckpointName;

/**
 * The disruption of an SPMD run, while threads are out of the application: its losses, its beginning and whether going
 * on is in vain. Used by the control thread only.
 */
final class Disruption {
    private static final double NANOS = 1e9;

    /**
     * The number of returns to the same checkpoint in a row after losses of engines. After that the application is
     * taken to be the cause.
     */
    private static final int MOST_RETURNS = 5;

    /**
     * The number of times in a row that the same IDs may end their engine's process after the same checkpoint. Then
     * they are taken to be the cause.
     */
    private static final int MOST_OWN_ENDS = 3;

    /**
     * The number of new engines in a row that may be lost before all compute. The next one would be lost for the same
     * cause.
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
    private List<String> suspects = List.of(); // tasks of workers
    private int ownEnds;

    /** Notes that an engine was lost. */
    void lost(String name) {
        losses.add(name);
    }

    /**
     * Notes that an engine was lost before it could be reached.
     *
     * @return a line about it for the user
     */
    String notStarted(String name, String why, long nowNanos) {
        lost(name);
        out(nowNanos);
        return name + " did not start: " + why.lines().findFirst().orElse("") + IN_ITS_PLACE;
    }

    /**
     * Returns the consequence of a loss, in words for the user.
     *
     * @param entered whether threads have begun
     * @param checkpoint the checkpoint to which they go back; null for the beginning
     */
    static String consequence(boolean entered, @Nullable CheckpointName checkpoint) {
        if (!entered) {
            return IN_ITS_PLACE;
        }
        return "; the others go back to the " + (checkpoint == null ? "beginning" : "last checkpoint");
    }

    /** Notes that the first thread is out of the application, or is made to leave. */
    void out(long nowNanos) {
        if (!out) {
            out = true;
            outNanos = nowNanos;
        }
    }

    /** Ends the disruption, since all threads are in the application again. */
    void over() {
        losses.clear();
        lostNewcomers = 0;
        out = false;
    }

    /**
     * Decides whether going back is in vain after the loss of an engine.
     *
     * @param restorable whether the application can go back
     * @param running whether all compute: a loss on the way back does not count
     * @param newcomer whether the lost engine had come in the place of another that was lost, and has not computed
     *     yet
     * @param checkpoint the checkpoint to which all would go back; null for the beginning
     * @return why going back is in vain, such as too many returns to the same checkpoint; null if it is not
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
     * Decides whether going back is in vain after a process has ended itself while all computed.
     *
     * @param ids the IDs that the process had
     * @param handled the tasks of workers that the process was handling
     * @param checkpoint the checkpoint to which all would go back; null for the beginning
     * @return why going back is in vain; null if it is not
     */
    @Nullable
    String hopelessAfter(String ids, List<String> handled, @Nullable CheckpointName checkpoint) {
        List<String> again = new ArrayList<>(suspects);
        again.retainAll(handled); // a worker may have moved, and its task goes along
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

    /** Returns the names of the engines that were lost. */
    String lost() {
        return String.join(" and ", losses);
    }

    /** Tells the user and the report that all threads are in the application again after losses. */
    void tell(int engines, String where, EpochOutputs outputs, long nowNanos) {
        outputs.note(engines + " engines went on from " + where + " after " + time(nowNanos));
        outputs.add(new EpochOutput.Changed(
                RunStatus.Change.LOSS, "it was lost", lost() + " lost; from " + where, outFor(nowNanos)));
    }

    /** Returns for how long the threads are out; 0 if they are not. */
    long outFor(long nowNanos) {
        return out ? nowNanos - outNanos : 0;
    }

    /** Returns for how long the threads are out, in words for the user. */
    String time(long nowNanos) {
        return String.format(Locale.ROOT, "%.3f s", outFor(nowNanos) / NANOS);
    }
}
