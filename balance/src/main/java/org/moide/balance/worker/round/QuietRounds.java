package org.moide.balance.worker.round;

import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.moide.balance.worker.leave.LastCounts;
import org.moide.commlib.port.GrowingPause;

/**
 * The detection, on process 0, whether all workers are done or at rest.
 *
 * <p>In waves, each process reports its sent and received messages. If in two consecutive waves all are quiet, as many
 * messages were received as sent, and none was sent in between, then no message is under way (Mattern's four counters).
 * From the second wave on no worker is moved, because a worker may move although its process is quiet.
 *
 * <p>If handlers still wait for answers then, the answers will never come, and all processes are asked which handler
 * waits for which worker. While the run is coming to rest there is another possibility: an answer may need a task that
 * is to be handled only afterwards. In this case all workers continue, and come to rest later. One thread calls the
 * methods, with the present time as an argument.
 */
public final class QuietRounds {
    private static final long FIRST_PAUSE_NANOS = 200_000;

    /** The longest pause between waves while some workers run. A wave costs a message to each process and back. */
    private static final long LONGEST_PAUSE_NANOS = 20_000_000;

    /**
     * The divisor of the time since the run began to come to rest. The quotient is the longest pause between two waves.
     */
    private static final int CLOSING_PARTS = 4;

    /**
     * The time for which all workers continue after an attempt to bring them to rest has failed, before the next
     * attempt. It doubles with each failure in a row.
     */
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
    private boolean stillAsked; // whether a wave forbade moves, and none has allowed them since
    private final GrowingPause respite = new GrowingPause(FIRST_RESPITE_NANOS, LONGEST_RESPITE_NANOS);

    public QuietRounds(int processes, long nowNanos) {
        this.processes = processes;
        this.told = new RoundMessage.WaveTold[processes];
        this.stuck = new StuckHandlers(processes);
        this.dueNanos = nowNanos;
    }

    /**
     * Begins to bring all workers to rest, for a safe point. This has no effect if they are being brought to rest
     * already, or if an attempt failed a moment ago.
     */
    public void wantSafePoint(long nowNanos) {
        if (!closing && !over && respite.isOver(nowNanos)) {
            closing = true;
            begin(nowNanos);
        }
    }

    /**
     * Returns whether a process may join or leave now: that is so between two waves, except while the run is coming to
     * rest.
     */
    public boolean mayJoin() {
        return !underWay && !closing && !over;
    }

    /**
     * Adds a process, with the next number, and begins the detection anew.
     *
     * @throws IllegalStateException if not {@link #mayJoin}
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
     * Removes a process; its messages still count.
     *
     * @throws IllegalStateException if not {@link #mayJoin}
     */
    public void leaves(int process, LastCounts counts, long nowNanos) {
        if (!mayJoin()) {
            throw new IllegalStateException("expected a process to leave between two waves, found one under way");
        }
        gone.put(process, counts);
        stuck.leaves();
        begin(nowNanos);
    }

    /** Lets all workers continue after a safe point. */
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
     * Begins a wave if one is due.
     *
     * @param idleHere whether the workers of this process are idle; otherwise a wave would be useless
     * @return the message for all processes, this one included; null if none is due
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

    /** Returns the time at which to call {@link #tick} at the latest. */
    public long nextTickNanos() {
        return over || underWay ? Long.MAX_VALUE : dueNanos;
    }

    /**
     * Takes a process's answer to a wave, a question to all processes.
     *
     * @return the message for all processes, this one included; null if there is none
     */
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
            underWay = true; // until every process has answered for whom its workers wait
            return stuck.ask();
        }
        if (nothingUnderWay && asBefore) {
            if (closing) {
                underWay = true; // until goOn()
                respite.reset();
                safePoints++;
                return new RoundMessage.SafePointReached(safePoints);
            }
            over = true;
            return new RoundMessage.AllDone();
        }
        if (nothingUnderWay) {
            dueNanos = nowNanos; // the second wave
        } else {
            long most = closing ? (nowNanos - begunNanos) / CLOSING_PARTS : LONGEST_PAUSE_NANOS;
            dueNanos = nowNanos + Math.min(pause.take(), Math.max(FIRST_PAUSE_NANOS, most));
        }
        return null;
    }

    /**
     * Takes a process's answer about its handlers that wait.
     *
     * @return the message for all processes, this one included; null if there is none
     */
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

    public boolean isOver() {
        return over;
    }

    /** Returns whether the workers are being brought to rest, or are at rest. */
    public boolean isClosing() {
        return closing;
    }
}
