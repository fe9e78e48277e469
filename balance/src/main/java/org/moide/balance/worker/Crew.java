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
 * forbid moves. When it has no worker, and none can arrive, all others stop sending to it ({@link #close}). For workers
 * that they still believe on it they ask the directory, which by then knows of all these moves.
 *
 * <p><b>Threads.</b> The control thread, except for {@link #startProcesses}, {@link #fitness}, {@link #aim},
 * {@link #mayGoTo}, {@link #setsOut} and {@link #hasCome}, which any thread may call.
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

    /** Returns the processes on which a worker may begin, by number; at least one. */
    public List<Integer> startProcesses(WorkerRule rule) {
        Now is = now;
        return MovePermits.startProcesses(rule, is.staying(), is.fitness());
    }

    /** Returns the processes to which a worker may move if it is movable, by number; at least one. */
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
     * Chooses the destination of a worker: process {@code wanted}, or another one if that is leaving. The caller must
     * call {@link #hasCome} afterwards.
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

    /** Records that a worker is about to be sent to a process. */
    void setsOut(int to) {
        underWay.merge(to, 1, Integer::sum);
    }

    /** Records that a worker announced by {@link #setsOut} was sent. */
    void hasCome(int to) {
        underWay.merge(to, -1, Integer::sum);
    }

    // --- the control thread -----------------------------------------------------------------------------------------

    /** Sets whether workers are kept from beginning a move. */
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
     * Sets the processes when this one begins. If it joined a running crew, they are more than those among which
     * workers were placed.
     *
     * @param there all processes, this one included
     * @param fitness tells which of them have what workers need
     */
    public void begins(List<Integer> there, WorkerRule.Fitness fitness) {
        now = new Now(List.copyOf(there), List.copyOf(there), fitness);
    }

    /** Marks a process as leaving; workers that were about to move to it stay. */
    public void leaves(int other) {
        now = new Now(now.all(), without(now.staying(), other), now.fitness());
        if (other != process) {
            residents.forEach(slot -> slot.staysIfItGoesTo(other));
        }
    }

    /** Returns whether no worker is on its way from this process to a leaving one; then none will be later. */
    public boolean isNobodyUnderWayTo(int other) {
        return underWay.getOrDefault(other, 0) == 0;
    }

    /**
     * Returns whether this process has taken over workers from a leaving process: those that would have begun on it.
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
     * Chooses the process to which a worker of this rule moves away: one with a neighbour of it, if it may be there;
     * otherwise processes get shares by power.
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
                double part = (1 + sentAway.getOrDefault(other, 0)) / power(other);
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
        return residents.count() == 0 && queue.isIdle() && queue.waiting() == 0 && !residents.isAnyExpected();
    }

    /** Returns the counts of messages sent and received, when no more can come or go. */
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
