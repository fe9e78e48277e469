package org.moide.balance.worker.round;

import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.moide.balance.worker.leave.LastCounts;
import org.moide.commlib.port.GrowingPause;

/**
 * Finds out, at process 0, whether all workers of all processes are done or at rest: by waves in which each process tells what it
 * has sent and received. When two waves in a row find everybody quiet, as much received as sent, and nothing sent in between,
 * nothing is under way (Mattern's four counters). From the second of them on no worker is moved, which else would happen by
 * itself. If handlers wait for answers then, none will come: all are asked who waits for whom. While all come to rest
 * an answer may need a task that is not handled before all go on: then they go on, and come to rest later. Stepped: one
 * thread calls, time is given.
 */
public final class QuietRounds {
    private static final long FIRST_PAUSE_NANOS = 200_000;

    /** The longest pause while some work: a wave costs a message to each process and back. */
    private static final long LONGEST_PAUSE_NANOS = 20_000_000;

    /** The part by which a wave comes later at most than it might, while all come to rest and wait for it. */
    private static final int CLOSING_PARTS = 4;

    /** The time for which all go on when they could not come to rest; each time in a row twice as long. */
    private static final long FIRST_RESPITE_NANOS = 20_000_000;

    private static final long LONGEST_RESPITE_NANOS = 5_000_000_000L;

    private int processes;
    private RoundMessage.@Nullable WaveTold[] told;
    private final Map<Integer, LastCounts> gone = new TreeMap<>(); // processes that have left
    private final StuckHandlers stuck;
    private int heard;
    private long wave;
    private boolean underWay;
    private boolean closing;
    private boolean over;
    private long safePoints;
    private final GrowingPause pause = new GrowingPause(FIRST_PAUSE_NANOS, LONGEST_PAUSE_NANOS);
    private long dueNanos;
    private long begunNanos;
    private long sentBefore = -1;
    private boolean quietBefore;
    private boolean stillAsked; // and not taken back
    private final GrowingPause respite = new GrowingPause(FIRST_RESPITE_NANOS, LONGEST_RESPITE_NANOS);

    public QuietRounds(int processes, long nowNanos) {
        this.processes = processes;
        this.told = new RoundMessage.WaveTold[processes];
        this.stuck = new StuckHandlers(processes);
        this.dueNanos = nowNanos;
    }

    /** Lets all come to rest; without effect if they do, or if they could not a moment ago. */
    public void wantSafePoint(long nowNanos) {
        if (!closing && !over && respite.isOver(nowNanos)) {
            closing = true;
            begin(nowNanos);
        }
    }

    /** Returns whether a process may join or leave now: between two waves, and while nobody comes to rest. */
    public boolean mayJoin() {
        return !underWay && !closing && !over;
    }

    /**
     * Adds one process, with the next number. What was found before counts no more.
     *
     * @throws IllegalStateException if it {@link #mayJoin may not} now
     */
    public void joins(long nowNanos) {
        if (!mayJoin()) {
            throw new IllegalStateException("expected a process to join between two waves, found one under way");
        }
        processes++;
        told = new RoundMessage.WaveTold[processes];
        stuck.joins();
        begin(nowNanos);
    }

    /**
     * A process takes part no more; what it has sent and received still counts.
     *
     * @throws IllegalStateException if none {@link #mayJoin may} now
     */
    public void leaves(int process, LastCounts counts, long nowNanos) {
        if (!mayJoin()) {
            throw new IllegalStateException("expected a process to leave between two waves, found one under way");
        }
        gone.put(process, counts);
        stuck.leaves();
        begin(nowNanos);
    }

    /** The safe point is over: all go on. */
    public void goOn(long nowNanos) {
        closing = false;
        begin(nowNanos);
    }

    private void begin(long nowNanos) {
        quietBefore = false;
        underWay = false;
        pause.reset();
        dueNanos = nowNanos;
        begunNanos = nowNanos;
    }

    /**
     * Begins a wave, if one is due.
     *
     * @param idleHere whether the root's own workers have nothing to do: else it is not worth asking
     * @return what all processes are to be told, this one too; null if nothing is
     */
    public @Nullable RoundMessage tick(boolean idleHere, long nowNanos) {
        if (over || underWay || nowNanos < dueNanos || !(closing || idleHere || stillAsked)) {
            return null;
        }
        underWay = true;
        wave++;
        heard = 0;
        Arrays.fill(told, null);
        gone.forEach((process, counts) ->
                told[process] = new RoundMessage.WaveTold(wave, process, counts.sent(), counts.received(), true, 0));
        stillAsked = quietBefore;
        return new RoundMessage.WaveAsked(wave, closing, quietBefore);
    }

    /** The time at which to call {@link #tick} next at the latest. */
    public long nextTickNanos() {
        return over || underWay ? Long.MAX_VALUE : dueNanos;
    }

    /** Takes an answer; as {@link #tick}. */
    public @Nullable RoundMessage told(RoundMessage.WaveTold answer, long nowNanos) {
        if (over || !underWay || answer.number() != wave || told[answer.process()] != null) {
            return null;
        }
        told[answer.process()] = answer;
        heard++;
        return heard == processes - gone.size() ? judge(nowNanos) : null;
    }

    private @Nullable RoundMessage judge(long nowNanos) {
        underWay = false;
        long sent = 0;
        long received = 0;
        long waiting = 0;
        boolean quiet = true;
        for (int process = 0; process < processes; process++) {
            RoundMessage.WaveTold answer = Objects.requireNonNull(told[process], "all have told");
            sent += answer.sent();
            received += answer.received();
            quiet &= answer.quiet();
            waiting += answer.waiting();
        }
        boolean nothingUnderWay = quiet && sent == received;
        boolean asBefore = quietBefore && sent == sentBefore;
        quietBefore = nothingUnderWay;
        sentBefore = sent;
        if (nothingUnderWay && asBefore && waiting > 0) {
            underWay = true; // until it is known who waits for whom
            return stuck.ask();
        }
        if (nothingUnderWay && asBefore) {
            if (closing) {
                underWay = true; // until they go on
                respite.reset();
                safePoints++;
                return new RoundMessage.SafePointReached(safePoints);
            }
            over = true;
            return new RoundMessage.AllDone();
        }
        if (nothingUnderWay) {
            dueNanos = nowNanos; // the second look
        } else {
            long most = closing ? (nowNanos - begunNanos) / CLOSING_PARTS : LONGEST_PAUSE_NANOS;
            dueNanos = nowNanos + Math.min(pause.take(), Math.max(FIRST_PAUSE_NANOS, most));
        }
        return null;
    }

    /** Takes an answer; as {@link #tick}. */
    public @Nullable RoundMessage waits(RoundMessage.WaitsTold answer, long nowNanos) {
        if (over || !stuck.take(answer)) {
            return null;
        }
        String circle = stuck.circle();
        if (circle == null && closing) {
            goOn(nowNanos);
            respite.begin(nowNanos);
            return null;
        }
        over = true;
        return new RoundMessage.Stuck(circle == null ? stuck.all() : circle);
    }

    /** Returns whether all is done. */
    public boolean isOver() {
        return over;
    }

    /** Returns whether all come, or have come, to rest. */
    public boolean isClosing() {
        return closing;
    }
}
