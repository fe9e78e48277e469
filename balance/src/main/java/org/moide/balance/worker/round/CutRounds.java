package org.moide.balance.worker.round;

import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.moide.balance.worker.leave.LastCounts;
import org.moide.commlib.port.GrowingPause;

/**
 * The coordination, on process 0, of cuts (snapshots taken while workers run). It begins cuts, and detects when a cut
 * is complete. In waves, each process reports whether one of its workers has not passed the cut, and how many messages
 * from before the cut it has sent and received. The cut is complete when in two consecutive waves all workers have
 * passed, as many messages were received as sent, and none was sent in between. Workers continue meanwhile. One thread
 * calls the methods, with the present time as an argument.
 */
public final class CutRounds {
    private static final long FIRST_PAUSE_NANOS = 200_000;
    private static final long LONGEST_PAUSE_NANOS = 20_000_000;

    private RoundMessage.@Nullable CutTold[] told;
    private final Map<Integer, LastCounts> gone = new TreeMap<>(); // processes that have left
    private int cut;
    private boolean open;
    private boolean underWay;
    private int heard;
    private long wave;
    private long dueNanos;
    private final GrowingPause pause = new GrowingPause(FIRST_PAUSE_NANOS, LONGEST_PAUSE_NANOS);
    private long sentBefore;
    private boolean quietBefore;

    public CutRounds(int processes) {
        this.told = new RoundMessage.CutTold[processes];
    }

    /** Returns whether a cut (snapshot while workers run) has begun and is not complete. */
    public boolean isOpen() {
        return open;
    }

    /**
     * Adds a process, which gets the next number. The process counts as having passed all cuts so far.
     *
     * @throws IllegalStateException if a cut is open, because the new process does not know of it
     */
    public void joins() {
        if (open) {
            throw new IllegalStateException("expected a process to join between cuts, found cut " + cut + " open");
        }
        told = new RoundMessage.CutTold[told.length + 1];
    }

    /**
     * Removes a process. Its messages still count.
     *
     * @throws IllegalStateException if a cut is open, since the process must still report on it
     */
    public void leaves(int process, LastCounts counts) {
        if (open) {
            throw new IllegalStateException("expected a process to leave between cuts, found cut " + cut + " open");
        }
        gone.put(process, counts);
    }

    /** Begins the next cut (snapshot), unless one is open. */
    public void begin(long nowNanos) {
        if (!open) {
            open = true;
            underWay = false;
            quietBefore = false;
            cut++;
            pause.reset();
            dueNanos = nowNanos;
        }
    }

    /** Returns the question about the current cut to send to all processes, this one included; null if none is due. */
    public @Nullable RoundMessage tick(long nowNanos) {
        if (!open || underWay || nowNanos < dueNanos) {
            return null;
        }
        underWay = true;
        wave++;
        heard = 0;
        Arrays.fill(told, null);
        gone.forEach((process, counts) -> told[process] = new RoundMessage.CutTold(
                wave, process, false, counts.sentAfter(cut - 1), counts.receivedAfter(cut - 1), false));
        return new RoundMessage.CutAsked(wave, cut);
    }

    /** Returns the time at which to call {@link #tick} at the latest. */
    public long nextTickNanos() {
        return !open || underWay ? Long.MAX_VALUE : dueNanos;
    }

    /**
     * Takes a process's answer about the current cut.
     *
     * @return the message for all processes, this one included; null if there is none
     */
    public @Nullable RoundMessage told(RoundMessage.CutTold answer, long nowNanos) {
        if (!open || !underWay || answer.number() != wave || told[answer.process()] != null) {
            return null;
        }
        told[answer.process()] = answer;
        heard++;
        return heard == told.length - gone.size() ? judge(nowNanos) : null;
    }

    private @Nullable RoundMessage judge(long nowNanos) {
        underWay = false;
        long sent = 0;
        long received = 0;
        boolean passed = true;
        boolean spoiled = false;
        for (RoundMessage.@Nullable CutTold each : told) {
            RoundMessage.CutTold answer = Objects.requireNonNull(each, "all have told");
            sent += answer.sent();
            received += answer.received();
            passed &= !answer.behind();
            spoiled |= answer.spoiled();
        }
        boolean quiet = passed && sent == received;
        boolean complete = quiet && quietBefore && sent == sentBefore;
        quietBefore = quiet;
        sentBefore = sent;
        if (complete) {
            open = false;
            return new RoundMessage.CutComplete(cut, !spoiled);
        }
        long pauseNanos = pause.take();
        dueNanos = nowNanos + (quiet ? 0 : pauseNanos);
        return null;
    }
}
