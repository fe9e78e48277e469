package org.moide.coordinator.run.state;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.moide.balance.strategy.Membership;
import org.moide.commlib.waiting.EngineState;
import org.moide.coordinator.control.RunStatus.EngineStatus;
import org.moide.coordinator.report.RunReport;
import org.moide.engine.control.EngineReport;
import org.moide.engine.control.EngineStatistics;
import org.moide.engine.control.Timing;

/** What the coordinator knows of one engine. Used by the control thread only. */
public final class Seat {
    /**
     * The states of an engine.
     *
     * <pre>
     * ASSEMBLED   → REGISTERED, LOST
     * REGISTERED  → LEAVING, FINISHED, LOST
     * LEAVING     → FINISHED, LOST
     * FINISHED, LOST: the end
     * </pre>
     */
    public enum State {
        ASSEMBLED(EngineStatus.Standing.STARTING),
        REGISTERED(EngineStatus.Standing.COMPUTING),
        LEAVING(EngineStatus.Standing.LEAVING),
        FINISHED(EngineStatus.Standing.FINISHED),
        LOST(EngineStatus.Standing.LOST);

        private final EngineStatus.Standing told;

        /**
         * Creates a state.
         *
         * @param told the state of the same name in the form for the user
         */
        State(EngineStatus.Standing told) {
            this.told = told;
        }

        private boolean mayBecome(State next) {
            return switch (this) {
                case ASSEMBLED -> next == REGISTERED || next == LOST;
                case REGISTERED -> next == LEAVING || next == FINISHED || next == LOST;
                case LEAVING -> next == FINISHED || next == LOST;
                case FINISHED, LOST -> false;
            };
        }
    }

    private static final double NANOS = 1e9;

    /** The number of missing heartbeats after which the core stops estimating how many tasks an engine has executed. */
    private static final int BEATS_LEFT_OUT = 3;

    private final AssembledEngine engine;
    private final long foreseenNanos;
    private State state = State.ASSEMBLED;
    private long lastHeardNanos;
    private long loansTakenNanos;
    private long lifelineClosedNanos = Long.MAX_VALUE;
    private EngineReport.Beat beat = EngineReport.Beat.IDLE;
    private long beatNanos;
    private final PaceLog pace = new PaceLog();
    private double tasksPerNano;
    private @Nullable EngineState looked;
    private long lookedNanos;
    private long tasks;
    private int principal = Membership.NO_PRINCIPAL;
    private @Nullable EngineStatistics statistics;
    private long firstTaskNanos = EngineReport.Finished.NO_TASK;

    Seat(AssembledEngine engine, Timing timing, long nowNanos) {
        this.engine = engine;
        this.foreseenNanos = BEATS_LEFT_OUT * timing.beat().toNanos();
        this.lastHeardNanos = nowNanos;
        this.loansTakenNanos = nowNanos;
        this.beatNanos = nowNanos;
    }

    /** Returns the engine's seat: its number in the run, which no other engine ever has. */
    public int number() {
        return engine.number();
    }

    public AssembledEngine engine() {
        return engine;
    }

    /** Returns the engine as a member of the load balancing, with its power and threads. */
    public Membership.Member member() {
        return new Membership.Member(
                engine.number(),
                engine.incarnation(),
                engine.performance(),
                engine.threads(),
                principal,
                engine.location());
    }

    /**
     * Makes the engine an assistant, which computes for one other engine only.
     *
     * @param engineNumber the number of that engine; {@link Membership#NO_PRINCIPAL} to make this an ordinary engine
     */
    public void assists(int engineNumber) {
        principal = engineNumber;
    }

    /** Returns the number of the engine that this one assists; {@link Membership#NO_PRINCIPAL} if none. */
    public int principal() {
        return principal;
    }

    /** Returns the engine's number and host for messages. */
    public String name() {
        return "engine-" + engine.number() + " on " + engine.host();
    }

    /** Returns whether the engine is on a host that is given by its name or by its daemon's address. */
    public boolean isAt(String host) {
        return engine.host().equalsIgnoreCase(host) || engine.daemon().equalsIgnoreCase(host);
    }

    public State state() {
        return state;
    }

    public void advance(State next) {
        if (!state.mayBecome(next)) {
            throw new IllegalStateException(name() + ": it cannot become " + next + " after " + state);
        }
        state = next;
    }

    public boolean active() {
        return state == State.ASSEMBLED || state == State.REGISTERED || state == State.LEAVING;
    }

    /** Records the engine's heartbeat. */
    public void beat(EngineReport.Beat told, long nowNanos) {
        double since = told.tasks() - beat.tasks();
        tasksPerNano = nowNanos > beatNanos ? Math.max(0, since) / (nowNanos - beatNanos) : 0;
        beatNanos = nowNanos;
        beat = told;
        tasks = told.tasks();
        pace.add(nowNanos, tasks, told.waitedNanos());
    }

    /**
     * Returns how many tasks the engine had executed at several moments, which are given as seconds since
     * {@code startNanos}.
     */
    public List<RunReport.Pace> paceSince(long startNanos) {
        return pace.since(startNanos);
    }

    /**
     * Estimates how many tasks the engine has executed by now. The estimate assumes that the engine went on at the rate
     * that its last two heartbeats show.
     */
    public long tasksAt(long nowNanos) {
        long since = Math.max(0, Math.min(nowNanos - beatNanos, foreseenNanos));
        return active() ? tasks + Math.round(tasksPerNano * since) : tasks;
    }

    EngineStatus status() {
        boolean assists = principal != Membership.NO_PRINCIPAL && state == State.REGISTERED;
        return new EngineStatus(
                engine.number(),
                engine.host(),
                engine.threads(),
                engine.power(),
                assists ? EngineStatus.Standing.ASSISTING : state.told,
                principal,
                tasks,
                engine.daemon(),
                engine.processId(),
                beat.queued(),
                beat.waitedNanos() / NANOS,
                beat.workers(),
                active() ? beat.longest() : null);
    }

    public void heard(long nowNanos) {
        lastHeardNanos = nowNanos;
    }

    /** Takes in a report of the engine. The report also shows that the engine is alive. */
    public void heard(EngineReport report, long nowNanos) {
        heard(nowNanos);
        if (report instanceof EngineReport.Looked told) {
            looked = told.state();
            lookedNanos = nowNanos;
        } else if (report instanceof EngineReport.Left || report instanceof EngineReport.Registered) {
            looked = null; // its threads' waits belong to the previous epoch
        }
    }

    /**
     * Returns the last report of what the engine's threads wait for; null if the engine has sent none in this epoch.
     */
    @Nullable
    public EngineState looked() {
        return looked;
    }

    /** Returns when the report {@link #looked} arrived. The threads have been waiting in the same way since then. */
    long lookedNanos() {
        return lookedNanos;
    }

    /**
     * Notes that other engines got the tasks that this engine had borrowed, because it was silent. That is done once
     * for each silence.
     */
    public void loansTaken(long nowNanos) {
        loansTakenNanos = nowNanos;
    }

    /**
     * Returns since when the engine has been silent. If its loans were given to other engines after that, returns when
     * that was done.
     */
    long silentSinceNanos() {
        return Math.max(lastHeardNanos, loansTakenNanos);
    }

    public long lastHeardNanos() {
        return lastHeardNanos;
    }

    public void lifelineOpened() {
        lifelineClosedNanos = Long.MAX_VALUE;
    }

    public void lifelineClosed(long nowNanos) {
        lifelineClosedNanos = nowNanos;
    }

    /** Returns when the engine's connection to the coordinator was closed; {@link Long#MAX_VALUE} while it is open. */
    long lifelineClosedNanos() {
        return lifelineClosedNanos;
    }

    public void finished(EngineReport.Finished report) {
        firstTaskNanos = report.firstTaskNanos();
        tasks = report.loans().executedTasks();
        finished(report.statistics());
    }

    public void finished(EngineStatistics of) {
        statistics = of;
        advance(State.FINISHED);
    }

    /**
     * Returns how many nanoseconds after it had confirmed the table of engines the engine began its first task; below 0
     * if it had no task, or has not reported its end.
     */
    public long firstTaskNanos() {
        return firstTaskNanos;
    }

    /** Returns the engine's statistics; null until it has reported its end. */
    @Nullable
    public EngineStatistics statistics() {
        return statistics;
    }

    /**
     * The log of how many tasks an engine had executed at which moment. The moments are spread over the whole run: when
     * the log is full, every second entry is dropped, and from then on only every second heartbeat is logged.
     */
    private static final class PaceLog {
        /**
         * The greatest number of entries. Half as many still show when an engine became slow, and the report stays
         * short.
         */
        private static final int MOST = 32;

        private final List<Entry> entries = new ArrayList<>();
        private int step = 1;
        private int leftOut;

        private record Entry(long atNanos, long tasks, long waitedNanos) {}

        /** Adds an entry, unless this heartbeat is to be skipped. */
        void add(long atNanos, long tasks, long waitedNanos) {
            if (!entries.isEmpty() && entries.get(entries.size() - 1).tasks() > tasks) {
                entries.clear(); // the engine counts from 0 again in a new epoch
            }
            leftOut++;
            if (leftOut < step && !entries.isEmpty()) {
                return;
            }
            leftOut = 0;
            entries.add(new Entry(atNanos, tasks, waitedNanos));
            if (entries.size() > MOST) {
                for (int at = entries.size() - 2; at > 0; at -= 2) {
                    entries.remove(at);
                }
                step *= 2;
            }
        }

        List<RunReport.Pace> since(long startNanos) {
            return entries.stream()
                    .map(entry -> new RunReport.Pace(
                            Math.max(0, entry.atNanos() - startNanos) / NANOS,
                            entry.tasks(),
                            entry.waitedNanos() / NANOS))
                    .toList();
        }
    }
}
