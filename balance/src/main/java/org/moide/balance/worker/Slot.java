package org.moide.balance.worker;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.moide.balance.worker.strategy.WorkerRule;

/**
 * A worker that is here: what waits for it, and whether a thread has it.
 *
 * <p><b>Threads.</b> Any. Everything is guarded by the slot itself, but {@code next} and {@code state}, which belong to
 * the thread that runs the worker and are handed on with {@code phase}; that thread reads volatile fields without the
 * lock.
 */
public final class Slot {
    /** No process. */
    static final int NOWHERE = -1;

    /** What it is in. */
    enum Phase {
        /** Nobody need look at it. */
        IDLE,
        /** A thread should take it. */
        READY,
        /** A thread has it. */
        RUNNING,
        /** It is not here any more. */
        GONE
    }

    private final long worker;
    private final WorkerRule rule;
    private final ArrayDeque<WorkerTask> queue = new ArrayDeque<>(1);
    private final Arrivals arrivals;
    private Map<Long, Long> next = Map.of(); // which cannot be changed, until something is put in
    private Phase phase = Phase.IDLE;
    private Place place;
    private boolean mayBegin;
    private volatile boolean movable = true;
    private boolean active = true;
    private volatile boolean ending;
    private long awaited = WorkerTask.NONE;
    private boolean awaitedIsHere;
    private int requests;
    private volatile int leavingTo = NOWHERE;
    private volatile boolean sentAway; // whatever the application says of moves
    private boolean noted;
    private @Nullable Object state;
    private volatile int cut = WorkerMessage.NO_CUT; // none, until somebody first looks
    private List<HeldTask> held = List.of(); // of senders that have passed a cut before this worker

    private record HeldTask(long number, WorkerTask task) {}

    Slot(long worker, WorkerRule rule, Place place) {
        this(worker, rule, place, Map.of());
    }

    private Slot(long worker, WorkerRule rule, Place place, Map<Long, Long> expected) {
        this.worker = worker;
        this.rule = rule;
        this.arrivals = new Arrivals(worker, expected);
        this.place = place;
        this.mayBegin = rule.after().isEmpty();
    }

    /** One that has come. */
    Slot(WorkerImage image, BodyReader bodies) {
        this(image.worker(), image.rule(), image.place(), image.expected());
        mayBegin = image.mayBegin();
        movable = image.movable();
        active = image.active();
        awaited = image.awaited();
        state = image.state();
        next = image.next().isEmpty() ? next : new HashMap<>(image.next());
        image.queue().forEach(queued -> add(bodies.task(queued)));
        for (WorkerImage.Early waiting : image.early()) {
            putEarly(waiting.number(), bodies.task(waiting.task()));
        }
    }

    public long worker() {
        return worker;
    }

    public WorkerRule rule() {
        return rule;
    }

    // --- for the thread that runs it ------------------------------------------------------------------------------

    /** What the runtime keeps with it: its state, as an object or as bytes; null before its first task. */
    public @Nullable Object state() {
        return state;
    }

    public void state(@Nullable Object now) {
        state = now;
    }

    /** Its next task is this one. */
    public synchronized void await(long planned) {
        awaited = planned;
        awaitedIsHere = queue.stream().anyMatch(task -> task.planned() == planned);
    }

    public synchronized void movable(boolean now) {
        movable = now;
    }

    /** It ends once its thread lets it go. */
    public synchronized void end() {
        ending = true;
    }

    public boolean isEnding() {
        return ending;
    }

    /** Whether its thread should bring it to another process now ({@link WorkerTable#depart}). */
    public boolean isLeaving() {
        return leavingTo != NOWHERE && (movable || sentAway);
    }

    /** The task that is to be handled now; null if there is none. */
    public synchronized @Nullable WorkerTask poll() {
        if (!mayBegin || ending) {
            return null;
        }
        WorkerTask task = awaited == WorkerTask.NONE ? queue.poll() : takePlanned();
        if (task != null && task.isRequest()) {
            requests--;
        }
        return task;
    }

    private @Nullable WorkerTask takePlanned() {
        for (Iterator<WorkerTask> each = queue.iterator(); each.hasNext(); ) {
            WorkerTask task = each.next();
            if (task.planned() == awaited) {
                each.remove();
                awaited = WorkerTask.NONE;
                awaitedIsHere = false;
                return task;
            }
        }
        return null;
    }

    // --- for the table, with the slot locked ----------------------------------------------------------------------

    Phase phase() {
        return phase;
    }

    void phase(Phase now) {
        phase = now;
    }

    boolean isGone() {
        return phase == Phase.GONE;
    }

    Place place() {
        return place;
    }

    void place(Place now) {
        place = now;
    }

    boolean isMovable() {
        return movable;
    }

    /** Whether it counts as active while it has something to do. */
    boolean countsAsActive() {
        return active;
    }

    int queued() {
        return queue.size();
    }

    long awaited() {
        return awaited;
    }

    void active(boolean now) {
        active = now;
    }

    void begin() {
        mayBegin = true;
    }

    boolean mayBegin() {
        return mayBegin;
    }

    void leaveTo(int process) {
        leavingTo = process;
    }

    /** It has to leave, as all others: this process does. */
    void sendAway(int process) {
        leavingTo = process;
        sentAway = true;
    }

    boolean isSentAway() {
        return sentAway;
    }

    int leavingTo() {
        return leavingTo;
    }

    /** What the balancing sees of it; null if it is not here any more. Any thread. */
    public synchronized @Nullable Look look() {
        return phase == Phase.GONE
                ? null
                : new Look(
                        queue.size(), movable && mayBegin && !ending && leavingTo == NOWHERE, place.version(), state);
    }

    /**
     * A worker at a moment.
     *
     * @param queued its tasks that were not begun
     * @param movable whether it could be moved now
     * @param moves how often it has moved
     * @param state what the runtime keeps with it
     */
    public record Look(
            int queued,
            boolean movable,
            long moves,
            @Nullable Object state) {}

    /** Whether it is noted as one that ran; true if that is new. */
    boolean note(boolean now) {
        boolean isNew = noted != now;
        noted = now;
        return isNew;
    }

    // --- cuts, with the slot locked -------------------------------------------------------------------------------

    /** The last cut that it has passed: what it does from then on belongs after it. Any thread. */
    public int cut() {
        return cut;
    }

    /** It has passed this cut: what was held back for it comes now. */
    void passed(int number) {
        cut = number;
        List<HeldTask> waiting = held;
        held = List.of();
        waiting.forEach(each -> come(each.number(), each.task()));
    }

    /** Holds back what belongs after a cut that it has not passed. */
    void hold(long number, WorkerTask task) {
        if (held.isEmpty()) {
            held = new ArrayList<>();
        }
        held.add(new HeldTask(number, task));
    }

    /** Takes what has come. */
    void come(long number, WorkerTask task) {
        if (number == WorkerCounts.UNORDERED) {
            add(task);
        } else {
            arrived(number, task);
        }
    }

    /** Whether a thread has something to do here. */
    boolean isRunnable() {
        return ending || !held.isEmpty() || isLeaving() || hasTask();
    }

    private boolean hasTask() {
        return mayBegin && (awaited == WorkerTask.NONE ? !queue.isEmpty() : awaitedIsHere);
    }

    /** Whether somebody waits for an answer, so that it runs even while all others come to rest. */
    boolean isUrgent() {
        return requests > 0 && hasTask();
    }

    void add(WorkerTask task) {
        queue.add(task);
        if (task.isRequest()) {
            requests++;
        }
        if (awaited != WorkerTask.NONE && task.planned() == awaited) {
            awaitedIsHere = true;
        }
    }

    /** The number of the next that comes from this sender in order. */
    long expected(long sender) {
        return arrivals.expected(sender);
    }

    /** Takes what has come from another process, in its order: now, or when what was sent before it has come too. */
    void arrived(long number, WorkerTask task) {
        arrivals.arrived(number, task, this::add);
    }

    void putEarly(long number, WorkerTask task) {
        arrivals.putEarly(number, task);
    }

    /** Nothing that this sender has sent from elsewhere is missing any more: numbers begin anew. */
    void forget(long sender) {
        arrivals.forget(sender);
    }

    /** The number of the next task to a receiver that goes to another process. The running thread's. */
    long next(long receiver) {
        return next.isEmpty() ? 0 : next.getOrDefault(receiver, 0L);
    }

    /** Sets that; 0 if nothing is missing any more. The running thread's. */
    void next(long receiver, long number) {
        if (number > 0) {
            if (next.isEmpty()) {
                next = new HashMap<>();
            }
            next.put(receiver, number);
        } else if (!next.isEmpty()) {
            next.remove(receiver);
        }
    }

    /** The planned tasks and requests that are here, for errors. */
    List<WorkerTask> waiting() {
        List<WorkerTask> waiting = new ArrayList<>(queue);
        held.forEach(each -> waiting.add(each.task()));
        return waiting;
    }

    private WorkerImage.Queued queued(WorkerTask task) {
        try {
            return WorkerImage.Queued.of(task);
        } catch (ChangedTaskException changed) {
            throw changed.of(task, worker);
        } catch (RuntimeException unfit) {
            throw new IllegalStateException(
                    "worker " + worker + " has a task that cannot be saved, of " + WorkerTask.sender(task.from()) + ": "
                            + unfit.getMessage(),
                    unfit);
        }
    }

    /** The worker as it is, with this as its state. It must not change meanwhile. */
    WorkerImage image(byte @Nullable [] encodedState, Place at) {
        return imageLater(encodedState, at).get();
    }

    /** As {@link #image}, of the worker as it is now; what makes it runs user code. */
    Supplier<WorkerImage> imageLater(byte @Nullable [] encodedState, Place at) {
        boolean begins = mayBegin;
        boolean moves = movable;
        boolean counts = active;
        long first = awaited;
        List<WorkerTask> waiting = new ArrayList<>(queue);
        Map<Long, Long> sent = Map.copyOf(next);
        Map<Long, Long> came = arrivals.expected();
        Map<Long, SortedMap<Long, WorkerTask>> before = arrivals.early();
        return () -> {
            List<WorkerImage.Early> earlier = new ArrayList<>();
            before.values()
                    .forEach(tasks ->
                            tasks.forEach((number, task) -> earlier.add(new WorkerImage.Early(number, queued(task)))));
            return new WorkerImage(
                    worker,
                    encodedState,
                    at,
                    rule,
                    begins,
                    moves,
                    counts,
                    first,
                    waiting.stream().map(this::queued).toList(),
                    sent,
                    came,
                    earlier);
        };
    }
}
