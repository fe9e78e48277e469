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
 * The crew of processes, as one process's table knows it, and how one of them leaves while the others go on.
 *
 * <p>A process that leaves is first on its way out: no worker begins or moves there any more. It hands over what begins
 * there ({@link #handOver}), and all its workers move, whatever their directives say of moves. When no worker can come
 * from any other process, and none is left, all others send nothing there any more ({@link #close}): what they believe
 * to be there they ask the directory for, which by then has heard of each of these moves.
 *
 * <p><b>Threads.</b> The control thread, but for {@link #startProcesses}, {@link #fitness}, {@link #aim},
 * {@link #mayGoTo}, {@link #setsOut} and {@link #hasCome}, which any may call.
 */
public final class Crew {
    private final int process;
    private final Residents residents;
    private final ReadyWorkers queue;
    private final WorkerCounts counts;
    private final TaskRouter router;
    private final WorkerOutlet outlet;
    private final Map<Integer, Integer> underWay = new ConcurrentHashMap<>(); // workers, by where they go
    private final Map<Integer, Integer> sentAway = new HashMap<>();
    private volatile Now now;
    private volatile boolean still;
    private @Nullable Departure own;

    /**
     * The crew as it is now.
     *
     * @param all that are there, by their numbers
     * @param staying without those that are on their way out
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

    /** The processes on which a worker may begin, by their numbers: never none. */
    public List<Integer> startProcesses(WorkerRule rule) {
        Now is = now;
        return MovePermits.startProcesses(rule, is.staying(), is.fitness());
    }

    /** The processes to which a worker may move if it may move at all, by their numbers: never none. */
    public List<Integer> moveProcesses(WorkerRule rule) {
        Now is = now;
        return MovePermits.moveProcesses(rule, is.staying(), is.fitness());
    }

    /** The fitness of processes for what workers need. */
    public WorkerRule.Fitness fitness() {
        return now.fitness();
    }

    boolean isStill() {
        return still;
    }

    /** Returns whether workers may move there. */
    boolean mayGoTo(int to) {
        return now.staying().contains(to);
    }

    /** A worker is about to be brought to a process, or to another if that is on its way out; {@link #hasCome} must follow. */
    int aim(int wanted, WorkerRule rule) {
        setsOut(wanted);
        if (wanted == process || mayGoTo(wanted)) {
            return wanted;
        }
        hasCome(wanted);
        List<Integer> others = startProcesses(rule);
        return aim(others.contains(process) ? process : others.get(0), rule);
    }

    /** A worker is about to be sent there. */
    void setsOut(int to) {
        underWay.merge(to, 1, Integer::sum);
    }

    /** Notes that something was sent. */
    void hasCome(int to) {
        underWay.merge(to, -1, Integer::sum);
    }

    // --- the control thread -----------------------------------------------------------------------------------------

    /** Sets whether no worker is to begin to move. */
    void still(boolean wanted) {
        still = wanted;
    }

    /** The processes that are there, by their numbers, with those that are on their way out. */
    public List<Integer> all() {
        return now.all();
    }

    /** The processes without those that are on their way out. */
    public List<Integer> staying() {
        return now.staying();
    }

    /**
     * A process has come. Declared workers still begin where they were dealt to.
     *
     * @param fitness which of all have what workers need
     */
    public void joined(int other, WorkerRule.Fitness fitness) {
        now = new Now(with(now.all(), other), with(now.staying(), other), fitness);
    }

    /**
     * Begins to take part. If it has come to others there are more than those to which workers were dealt.
     *
     * @param there all that are there, with this one
     * @param fitness which of these have what workers need
     */
    public void begins(List<Integer> there, WorkerRule.Fitness fitness) {
        now = new Now(List.copyOf(there), List.copyOf(there), fitness);
    }

    /** A process is on its way out: what was about to move there stays. */
    public void leaves(int other) {
        now = new Now(now.all(), without(now.staying(), other), now.fitness());
        if (other != process) {
            residents.forEach(slot -> slot.staysIfItGoesTo(other));
        }
    }

    /**
     * Returns whether no worker is under way from here to a process that is on its way out; from then on none will be.
     */
    public boolean isNobodyUnderWayTo(int other) {
        return underWay.getOrDefault(other, 0) == 0;
    }

    /** Returns whether what began with a process that is on its way out may begin here. */
    public boolean hasInherited(int from) {
        return residents.hasInherited(from);
    }

    /**
     * Closes a process that is on its way out: all its workers have gone, and the directory knows where to, so nothing
     * is sent there any more.
     */
    public void close(int other) {
        residents.close(other);
    }

    /** A process is not there any more. */
    public void gone(int other) {
        now = new Now(without(now.all(), other), without(now.staying(), other), now.fitness());
    }

    // --- the control thread of the one that leaves -------------------------------------------------------------------

    /** Hands over when this process leaves: others begin what would begin here. */
    public void handOver(Departure departure) {
        own = departure;
        residents
                .handOver(departure)
                .forEach((heir, known) -> router.tell(heir, new WorkerMessage.Inheritance(departure, known)));
    }

    /** Sends all workers away that are here, whatever they may do else. */
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
     * Finds a place for a worker: beside a neighbour, if it may be there; else each process gets its part by power of
     * those that may be there.
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

    /** Returns whether there is no worker here, and nothing that waits for one. */
    public boolean isEmpty() {
        return residents.count() == 0 && queue.isIdle() && queue.waiting() == 0 && !residents.isAnyExpected();
    }

    /** The counts of what it has sent and received, once nothing more can come or go. */
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
