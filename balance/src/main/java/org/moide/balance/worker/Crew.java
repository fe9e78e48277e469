package org.moide.balance.worker;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.moide.balance.worker.leave.Departure;
import org.moide.balance.worker.leave.LastCounts;
import org.moide.balance.worker.strategy.MovePermits;
import org.moide.balance.worker.strategy.WorkerRule;

/**
 * The processes of a run, as one process's worker table knows them, and the departure of one while the others continue.
 *
 * <p>A process that leaves is first marked as leaving: no worker begins on it or moves to it any more. It hands over
 * the workers that would begin on it ({@link #handOver}), and all its workers move away, even those whose directives
 * forbid moves. When it has no worker, and none can arrive, all others stop sending to it ({@link #close}). To reach
 * workers that they still believe to be on it, they ask the {@link Directory}, which by then knows of all these moves.
 *
 * <p><b>Threads.</b> The control thread, except for {@link #startProcesses}, {@link #fitness}, {@link #aim}, {@link
 * #mayGoTo}, {@link #setsOut} and {@link #hasCome}, which any thread may call.
 */
public final class Crew {
    private final int process;
    private final Residents residents;
    private final ReadyWorkers queue;
    private final WorkerCounts counts;
    private final TaskRouter router;
    private final WorkerOutlet outlet;
    private final Map<Integer, Integer> underWay = new ConcurrentHashMap<>(); // moves on their way, by destination
    private final Map<Integer, Integer> sentAway = new HashMap<>();
    private volatile Now now;
    private volatile boolean still;
    private @Nullable Departure own;

    /**
     * The processes of the run now.
     *
     * @param all by number
     * @param staying those of {@code all} that are not leaving
     */
    private record Now(List<Integer> all, List<Integer> staying, WorkerRule.Fitness fitness) {}

    Crew(
            int process,
            InitialPlaces initial,
            Residents residents,
            ReadyWorkers queue,
            WorkerCounts counts,
            TaskRouter router,
            WorkerOutlet outlet) {
        this.process = process;
        this.residents = residents;
        this.queue = queue;
        this.counts = counts;
        this.router = router;
        this.outlet = outlet;
        this.now = new Now(initial.processes(), initial.processes(), initial.fitness());
    }

    // --- any thread -------------------------------------------------------------------------------------------------

    /** Returns the numbers of the processes on which a worker of this rule begins, in order; at least one. */
    public List<Integer> startProcesses(WorkerRule rule) {
        Now is = now;
        return MovePermits.startProcesses(rule, is.staying(), is.fitness());
    }

    /** Returns the numbers of the processes to which a movable worker of this rule may move, in order; at least one. */
    public List<Integer> moveProcesses(WorkerRule rule) {
        Now is = now;
        return MovePermits.moveProcesses(rule, is.staying(), is.fitness());
    }

    public WorkerRule.Fitness fitness() {
        return now.fitness();
    }

    boolean isStill() {
        return still;
    }

    /** Returns whether workers may move to process {@code to}. */
    boolean mayGoTo(int to) {
        return now.staying().contains(to);
    }

    /**
     * Chooses the process to which a worker will be sent: process {@code wanted}, or another one if that one is
     * leaving. The move counts as under way until the caller calls {@link #hasCome}.
     */
    int aim(int wanted, WorkerRule rule) {
        setsOut(wanted);
        if (wanted == process || mayGoTo(wanted)) {
            return wanted;
        }
        hasCome(wanted);
        List<Integer> others = startProcesses(rule);
        return aim(others.contains(process) ? process : others.get(0), rule);
    }

    /** Counts a worker as under way to process {@code to}. */
    void setsOut(int to) {
        underWay.merge(to, 1, Integer::sum);
    }

    /** Counts a worker that {@link #setsOut} counted as no longer under way, because it was sent, or does not go. */
    void hasCome(int to) {
        underWay.merge(to, -1, Integer::sum);
    }

    // --- the control thread -----------------------------------------------------------------------------------------

    /** Sets whether all workers on this process are kept from beginning a move. */
    void still(boolean wanted) {
        still = wanted;
    }

    /** Returns the numbers of all processes of the run, leaving ones included, in order. */
    public List<Integer> all() {
        return now.all();
    }

    /** Returns the numbers of the processes that are not leaving, in order. */
    public List<Integer> staying() {
        return now.staying();
    }

    /**
     * Adds a process that has joined. Declared workers still begin where they were placed before.
     *
     * @param fitness tells which of all processes have what workers need
     */
    public void joined(int other, WorkerRule.Fitness fitness) {
        now = new Now(with(now.all(), other), with(now.staying(), other), fitness);
    }

    /**
     * Sets which processes there are when this one begins. If this process joined others that were running, there are
     * more processes than those on which workers were placed at the start.
     *
     * @param there the numbers of all processes, this one included
     * @param fitness tells which processes have what workers need
     */
    public void begins(List<Integer> there, WorkerRule.Fitness fitness) {
        now = new Now(List.copyOf(there), List.copyOf(there), fitness);
    }

    /** Marks a process as leaving. Workers of this process that were about to move there stay. */
    public void leaves(int other) {
        now = new Now(now.all(), without(now.staying(), other), now.fitness());
        if (other != process) {
            residents.forEach(slot -> slot.staysIfItGoesTo(other));
        }
    }

    /**
     * Returns whether no worker is on its way from this process to process {@code other}, which is leaving. Once that
     * is so, it remains so.
     */
    public boolean isNobodyUnderWayTo(int other) {
        return underWay.getOrDefault(other, 0) == 0;
    }

    /**
     * Returns whether this process knows that the workers which would have begun on the leaving process {@code from}
     * now begin on other processes.
     */
    public boolean hasInherited(int from) {
        return residents.hasInherited(from);
    }

    /** Stops sending to a leaving process. All its workers have moved, and the directory knows their places. */
    public void close(int other) {
        residents.close(other);
    }

    /** Removes a process that has left the run. */
    public void gone(int other) {
        now = new Now(without(now.all(), other), without(now.staying(), other), now.fitness());
    }

    // --- the control thread of the one that leaves -------------------------------------------------------------------

    /** Hands over the workers that would begin on this process to other processes, because this one leaves. */
    public void handOver(Departure departure) {
        own = departure;
        residents
                .handOver(departure)
                .forEach((heir, known) -> router.tell(heir, new WorkerMessage.Inheritance(departure, known)));
    }

    /** Orders all workers on this process to move away, even those whose directives forbid moves. */
    public void sendAllAway() {
        if (still) {
            return;
        }
        residents.forEach(slot -> {
            if (!slot.isSentAway() && slot.sendAway(this, queue)) {
                outlet.runnable();
            }
        });
    }

    /**
     * Chooses the process to which a worker of this rule moves away: a process with one of its neighbours, if the
     * worker may be there. Otherwise the workers are distributed over the processes in proportion to their powers and
     * the workers' weights.
     */
    int target(WorkerRule rule) {
        List<Integer> allowed = rule.moves() ? moveProcesses(rule) : startProcesses(rule);
        int best = -1;
        for (long neighbour : rule.neighbours()) {
            WorkerPlace place = residents.placeOf(neighbour);
            if (best < 0 && place != null && allowed.contains(place.process())) {
                best = place.process();
            }
        }
        if (best < 0) {
            double least = Double.POSITIVE_INFINITY;
            for (int other : allowed) {
                double part = (1 + sentAway.getOrDefault(other, 0)) / (power(other) * rule.weight(other));
                if (part < least) {
                    least = part;
                    best = other;
                }
            }
        }
        sentAway.merge(best, 1, Integer::sum);
        return best;
    }

    private double power(int other) {
        Departure leaving = own;
        int index = leaving == null ? -1 : leaving.heirs().indexOf(other);
        return leaving == null || index < 0 ? 1 : leaving.powers().get(index);
    }

    /** Returns whether there is no worker on this process, and no task that waits for one. */
    public boolean isEmpty() {
        // In this order: a worker that arrives is here before it is no longer expected.
        return !residents.isAnyExpected() && residents.count() == 0 && queue.isIdle() && queue.waiting() == 0;
    }

    /** Returns the final counts of messages sent and received. Called when no more messages can come or go. */
    public LastCounts lastCounts() {
        return counts.last();
    }

    private static List<Integer> with(List<Integer> some, int other) {
        List<Integer> more = new ArrayList<>(some);
        more.add(other);
        return List.copyOf(more);
    }

    private static List<Integer> without(List<Integer> some, int other) {
        return some.stream().filter(number -> number != other).toList();
    }
}
