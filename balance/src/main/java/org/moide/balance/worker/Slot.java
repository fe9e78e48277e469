package org.moide.balance.worker;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.moide.balance.worker.strategy.WorkerRule;
import org.moide.commlib.port.FixedOrder;

/**
 * The entry of one worker on this engine: its queue, its place, and whether a thread runs it.
 *
 * <p><b>Threads.</b> Any. The slot itself guards everything, and no other class takes its lock. Only {@code next} and
 * {@code state} belong to the thread that runs the worker, and are handed on with {@code phase}; that thread reads
 * volatile fields without the lock. With its lock held, the slot updates the counts in {@link ReadyWorkers}, and calls
 * {@link Cut}, {@link Crew} and {@link Residents}. These calls never take another slot's lock.
 */
public final class Slot {
    /** The value of a worker's destination if the worker is not to move. */
    static final int NOWHERE = -1;

    enum Phase {
        /** The worker has nothing to do and waits for a task or message. */
        IDLE,
        /** The worker waits for a thread. */
        READY,
        /** A thread runs the worker. */
        RUNNING,
        /** The worker has left this engine or ended. */
        GONE
    }

    /** The outcome of giving a task or message to a worker. */
    enum Taken {
        /** The worker did not take the task or message: it has gone, or may not take it now. */
        REFUSED,
        /** The worker took the task or message; no thread need be woken. */
        QUIETLY,
        /** The worker took the task or message, and a thread should be woken. */
        WAKING
    }

    private final long worker;
    private final WorkerRule rule;
    private final ArrayDeque<WorkerTask> tasks = new ArrayDeque<>(1);
    private final Arrivals arrivals;
    private Map<Long, Long> next = Map.of(); // immutable until the first entry
    private Phase phase = Phase.IDLE;
    private WorkerPlace place;
    private boolean mayBegin;
    private volatile boolean movable = true;
    private volatile boolean active = true;
    private volatile boolean ending;
    private long awaited = WorkerTask.NONE;
    private boolean awaitedIsHere;
    private int requests;
    private volatile int leavingTo = NOWHERE;
    private volatile boolean sentAway; // its process leaves: it moves even if it is not movable
    private boolean noted;
    private @Nullable Object state;
    private volatile int cut = WorkerMessage.NO_CUT; // NO_CUT until the worker is first looked at
    private List<HeldTask> held = List.of(); // from senders that passed a cut before this worker did

    private record HeldTask(long number, WorkerTask task) {}

    Slot(long worker, WorkerRule rule, WorkerPlace place) {
        this(worker, rule, place, Map.of());
    }

    private Slot(long worker, WorkerRule rule, WorkerPlace place, Map<Long, Long> expected) {
        this.worker = worker;
        this.rule = rule;
        this.arrivals = new Arrivals(worker, expected);
        this.place = place;
        this.mayBegin = rule.after().isEmpty();
    }

    /** Makes the slot (entry) of a worker that has moved to this engine. */
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
            arrivals.putEarly(waiting.number(), bodies.task(waiting.task()));
        }
    }

    public long worker() {
        return worker;
    }

    public WorkerRule rule() {
        return rule;
    }

    // --- for the thread that runs it ------------------------------------------------------------------------------

    /**
     * Returns the data that the engine keeps with the worker: its state, as an object or as bytes; null before its
     * first task.
     */
    public @Nullable Object state() {
        return state;
    }

    public void state(@Nullable Object now) {
        state = now;
    }

    /** Lets the worker handle the planned task with this number next, before all other tasks. */
    public synchronized void await(long planned) {
        awaited = planned;
        awaitedIsHere = tasks.stream().anyMatch(task -> task.planned() == planned);
    }

    public synchronized void movable(boolean now) {
        movable = now;
    }

    /** Makes the worker end after its present turn, the time in which a thread handles its tasks. */
    public synchronized void end() {
        ending = true;
    }

    public boolean isEnding() {
        return ending;
    }

    /**
     * Returns whether the running thread should move the worker to another process now ({@link WorkerTable#depart}).
     */
    public boolean isLeaving() {
        return leavingTo != NOWHERE && (movable || sentAway);
    }

    /** Removes and returns the task that the worker handles now; null if there is none. */
    public synchronized @Nullable WorkerTask poll() {
        if (!mayBegin || ending) {
            return null;
        }
        WorkerTask task = awaited == WorkerTask.NONE ? tasks.poll() : takePlanned();
        if (task != null && task.isRequest()) {
            requests--;
        }
        return task;
    }

    private @Nullable WorkerTask takePlanned() {
        for (Iterator<WorkerTask> each = tasks.iterator(); each.hasNext(); ) {
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

    // --- which thread has it ----------------------------------------------------------------------------------------

    /**
     * Lets the calling thread run this worker, which waits for a thread.
     *
     * @return false if another thread has it
     */
    synchronized boolean take(ReadyWorkers queue) {
        if (phase != Phase.READY) {
            return false;
        }
        phase = Phase.RUNNING;
        queue.runs();
        return true;
    }

    /**
     * Reserves this worker for the calling thread, which will save its state.
     *
     * @return false if a thread runs it, or if it has gone
     */
    synchronized boolean takeToKeep(ReadyWorkers queue) {
        if (phase == Phase.IDLE) {
            queue.busy(true, active);
        } else if (phase != Phase.READY) {
            return false;
        }
        phase = Phase.RUNNING;
        queue.runs();
        return true;
    }

    /**
     * Ends the worker's turn, the time in which a thread handles its tasks.
     *
     * @param ran whether to list the worker as one that has run
     * @return whether the worker is ready again, because it has something left to do
     */
    synchronized boolean release(boolean ran, ReadyWorkers queue) {
        boolean again = isRunnable();
        if (again) {
            phase = Phase.READY;
            queue.add(this, isUrgent());
        } else {
            phase = Phase.IDLE;
            queue.busy(false, active);
        }
        if (ran && !noted) {
            noted = true;
            queue.hasRun(this);
        }
        return again;
    }

    /**
     * Allows the worker to be listed once more among those whose turns have ended. Called when the balancer has seen
     * its last entry.
     */
    synchronized void looked() {
        noted = false;
    }

    /**
     * Queues the worker for a thread if it is idle and has something to do.
     *
     * @return whether to wake a thread
     */
    synchronized boolean schedule(ReadyWorkers queue) {
        boolean isNew = phase == Phase.IDLE && isRunnable();
        if (isNew) {
            phase = Phase.READY;
            queue.busy(true, active);
        }
        boolean isUrgent = phase == Phase.READY && isUrgent();
        if (isNew) {
            queue.add(this, isUrgent);
        } else if (isUrgent) {
            queue.hurry(this);
        }
        return isNew || isUrgent;
    }

    private Taken scheduled(ReadyWorkers queue) {
        return schedule(queue) ? Taken.WAKING : Taken.QUIETLY;
    }

    /** Sets whether the worker counts as active while it has something to do. Called by the running thread. */
    synchronized void active(boolean now, ReadyWorkers queue) {
        if (active != now) {
            active = now;
            queue.active(now);
        }
    }

    /** Returns whether the worker counts as active while it has something to do. */
    boolean countsAsActive() {
        return active;
    }

    synchronized boolean isGone() {
        return phase == Phase.GONE;
    }

    /**
     * Returns whether another worker's handler waits for this worker's answer. Such a worker runs even while the run
     * comes to rest.
     */
    synchronized boolean isUrgent() {
        return requests > 0 && hasTask();
    }

    /** Returns whether the worker is urgent (a handler waits for its answer) and waits for a thread. */
    synchronized boolean isReadyAndUrgent() {
        return phase == Phase.READY && isUrgent();
    }

    /** Returns whether there is work for a thread: a task, a cut to pass (a snapshot), a move, or the worker's end. */
    private boolean isRunnable() {
        return ending || !held.isEmpty() || isLeaving() || hasTask();
    }

    private boolean hasTask() {
        return mayBegin && (awaited == WorkerTask.NONE ? !tasks.isEmpty() : awaitedIsHere);
    }

    // --- where it goes ----------------------------------------------------------------------------------------------

    synchronized WorkerPlace place() {
        return place;
    }

    /**
     * Orders the worker to move to a process after its present turn. Refused if the worker may not move now or has
     * another such order.
     */
    synchronized Taken leaveTo(int process, Crew crew, ReadyWorkers queue) {
        // "Still" is set before the crew looks which workers are busy.
        if (crew.isStill()
                || !crew.mayGoTo(process)
                || phase == Phase.GONE
                || leavingTo != NOWHERE
                || !mayBegin
                || !movable
                || ending) {
            return Taken.REFUSED;
        }
        leavingTo = process;
        return scheduled(queue);
    }

    /**
     * Orders the worker to move away, because its process leaves.
     *
     * @return whether to wake a thread
     */
    synchronized boolean sendAway(Crew crew, ReadyWorkers queue) {
        // "Still" is set before the crew looks which workers are busy.
        if (crew.isStill() || phase == Phase.GONE || ending) {
            return false;
        }
        if (leavingTo == NOWHERE) {
            leavingTo = crew.target(rule);
        }
        sentAway = true;
        return schedule(queue);
    }

    boolean isSentAway() {
        return sentAway;
    }

    /** Cancels the worker's move if its destination is this process, which is leaving. */
    synchronized void staysIfItGoesTo(int process) {
        if (leavingTo == process && phase != Phase.GONE) {
            leavingTo = NOWHERE;
        }
    }

    /**
     * Begins the worker's move: from now on, other threads find it gone. Called by the running thread.
     *
     * @return the new place; null if the worker stays after all, or if its state must be saved for a cut first, since
     *     tasks held back for it until then would be lost
     */
    synchronized @Nullable WorkerPlace leave(Cut cuts, Crew crew, Residents residents) {
        if (cuts.isBehind(this) || leavingTo == NOWHERE) {
            return null;
        }
        WorkerPlace to = new WorkerPlace(leavingTo, place.version() + 1);
        crew.setsOut(to.process()); // announced before the move can be cancelled
        residents.learn(worker, to);
        phase = Phase.GONE;
        return to;
    }

    /**
     * The result of a worker's end.
     *
     * @param place the value that records as the worker's place that it has ended
     * @param waiting its remaining tasks, for errors
     */
    record End(WorkerPlace place, List<WorkerTask> waiting) {}

    /** Ends the worker: from now on, other threads find it gone. Called by the running thread. */
    synchronized End end(Cut cuts, Residents residents) {
        WorkerPlace end = new WorkerPlace(WorkerPlace.ENDED, place.version() + 1);
        cuts.ended(worker, end, cuts.cutOf(this));
        residents.learn(worker, end);
        phase = Phase.GONE;
        List<WorkerTask> waiting = new ArrayList<>(tasks);
        held.forEach(each -> waiting.add(each.task()));
        return new End(end, waiting);
    }

    /**
     * Records explicitly that the worker is on this engine, where it began. Until now only the formula for initial
     * places said so, and that is about to change.
     */
    synchronized void tellThatItBegan(Residents residents) {
        if (phase != Phase.GONE && place.version() == 0) {
            place = new WorkerPlace(place.process(), 1);
            residents.learn(worker, place);
        }
    }

    /**
     * Returns a line that describes the worker's tasks that will never be handled; null if there are none. Called when
     * nothing in the run happens any more.
     */
    synchronized @Nullable String leftOver() {
        if (awaited != WorkerTask.NONE) {
            return "worker " + worker + " awaits planned task " + awaited + ", which nobody has sent"
                    + (tasks.isEmpty() ? "" : "; " + tasks.size() + " others wait behind it");
        }
        return tasks.isEmpty() ? null : "worker " + worker + " has " + tasks.size() + " tasks, and has not begun";
    }

    /** Returns the worker's figures for balancing; null if it has gone. Any thread may call it. */
    public synchronized @Nullable Look look() {
        return phase == Phase.GONE
                ? null
                : new Look(
                        tasks.size(),
                        movable && mayBegin && !ending && leavingTo == NOWHERE,
                        active,
                        place.version(),
                        state);
    }

    /**
     * The figures of a worker that balancing uses, at one moment.
     *
     * @param queued the number of its tasks that have not begun
     * @param movable whether it could be moved now
     * @param active whether it counts as active while it has something to do
     * @param moves how often it has moved
     * @param state the data that the engine keeps with it ({@link Slot#state})
     */
    public record Look(
            int queued,
            boolean movable,
            boolean active,
            long moves,
            @Nullable Object state) {}

    // --- what comes, and cuts ---------------------------------------------------------------------------------------

    /**
     * Takes a task that a worker of the same engine sends to this one. Called by the sender's thread.
     *
     * @param late the task as a message to save, if the sender's state is not yet saved for the current cut; otherwise
     *     null
     * @return {@link Taken#REFUSED} if the worker has gone, or if a cut has just begun so that the caller must try
     *     again
     */
    synchronized Taken takeFrom(
            Slot sender, WorkerTask task, WorkerMessage.@Nullable Task late, Cut cuts, ReadyWorkers queue) {
        int passed = cuts.cutOf(sender);
        int itsPassed = cuts.cutOf(this);
        if (phase == Phase.GONE || (passed < itsPassed && late == null)) {
            return Taken.REFUSED;
        }
        long number = sender.next(worker);
        if (passed != itsPassed) { // numbered in both cases, so that order is kept
            sender.next(worker, number + 1);
            if (passed > itsPassed) {
                hold(number, task);
            } else {
                cuts.late(Objects.requireNonNull(late, "made since its sender is behind"), itsPassed);
                come(number, task);
            }
        } else if (number == arrivals.expected(sender.worker)) {
            if (number > 0) { // all earlier tasks have arrived, so numbers begin anew
                sender.next(worker, 0);
                arrivals.forget(sender.worker);
            }
            add(task);
        } else {
            arrivals.putEarly(number, task);
            sender.next(worker, number + 1);
        }
        return scheduled(queue);
    }

    /**
     * Takes a task that a worker of another process sends to this one. Returns {@link Taken#REFUSED} if this worker has
     * gone.
     */
    synchronized Taken take(WorkerMessage.Task message, Cut cuts, BodyReader bodies, ReadyWorkers queue) {
        if (phase == Phase.GONE) {
            return Taken.REFUSED;
        }
        get(message, cuts, bodies);
        return scheduled(queue);
    }

    /** Takes a task from another process like {@link #take}. Called before the worker can run here, or with the lock. */
    synchronized void get(WorkerMessage.Task message, Cut cuts, BodyReader bodies) {
        WorkerTask task = bodies.task(message);
        int passed = cuts.cutOf(this);
        if (message.cut() > passed) {
            hold(message.number(), task);
        } else {
            if (message.cut() < passed) {
                cuts.late(message, passed);
            }
            come(message.number(), task);
        }
    }

    /** Takes the permission to begin. Returns {@link Taken#REFUSED} if the worker has gone. */
    synchronized Taken take(WorkerMessage.MayBegin message, Cut cuts, ReadyWorkers queue) {
        if (phase == Phase.GONE) {
            return Taken.REFUSED;
        }
        get(message, cuts);
        return scheduled(queue);
    }

    /** Takes the permission to begin like {@link #take}. Called before the worker can run here, or with the lock. */
    synchronized void get(WorkerMessage.MayBegin message, Cut cuts) {
        int passed = cuts.cutOf(this);
        if (message.cut() < passed) {
            cuts.late(message, passed);
        }
        mayBegin = true;
    }

    /**
     * Returns the number of the last cut (snapshot) for which the worker's state is saved. Messages that the worker
     * sends now belong after that cut. Any thread may call it.
     */
    public int cut() {
        return cut;
    }

    /**
     * Returns the number of the last cut (snapshot) that the worker has passed. A worker for which no cut is recorded
     * yet counts as having passed all.
     */
    synchronized int cutOrAll(Cut cuts) {
        if (cut == WorkerMessage.NO_CUT) {
            passed(cuts.number());
        }
        return cut;
    }

    /**
     * Records that the worker has passed this cut, since its state is saved, and queues the tasks that were held back
     * until then.
     */
    synchronized void passed(int number) {
        cut = number;
        List<HeldTask> waiting = held;
        held = List.of();
        waiting.forEach(each -> come(each.number(), each.task()));
    }

    /**
     * Lets the worker pass the current cut, that is, captures its state for the snapshot.
     *
     * @return a supplier of the worker's image as it is now, which runs user code when called; null if the worker has
     *     passed the cut already
     */
    synchronized @Nullable Supplier<WorkerImage> pass(Cut cuts, byte @Nullable [] encodedState) {
        if (!cuts.isBehind(this)) {
            return null;
        }
        Supplier<WorkerImage> image = imageLater(encodedState, place);
        passed(cuts.number());
        return image;
    }

    /** Holds back a task that belongs after a cut for which the worker's state is not saved yet. */
    private void hold(long number, WorkerTask task) {
        if (held.isEmpty()) {
            held = new ArrayList<>();
        }
        held.add(new HeldTask(number, task));
    }

    private void come(long number, WorkerTask task) {
        if (number == WorkerCounts.UNORDERED) {
            add(task);
        } else {
            arrivals.arrived(number, task, this::add);
        }
    }

    private void add(WorkerTask task) {
        tasks.add(task);
        if (task.isRequest()) {
            requests++;
        }
        if (awaited != WorkerTask.NONE && task.planned() == awaited) {
            awaitedIsHere = true;
        }
    }

    /**
     * Returns the number that the worker's next task to a receiver on another process gets. Called by the running
     * thread.
     */
    long next(long receiver) {
        return next.isEmpty() ? 0 : next.getOrDefault(receiver, 0L);
    }

    /**
     * Sets the number of the worker's next task to a receiver. It is set to 0 once all earlier tasks have arrived.
     * Called by the running thread.
     */
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

    /** Returns the worker with this state in a form to be moved or saved. The worker must not change meanwhile. */
    WorkerImage image(byte @Nullable [] encodedState, WorkerPlace at) {
        return imageLater(encodedState, at).get();
    }

    /**
     * Captures the worker's present state.
     *
     * @return a supplier of the image of this state, which runs user code when called
     */
    private Supplier<WorkerImage> imageLater(byte @Nullable [] encodedState, WorkerPlace at) {
        boolean begins = mayBegin;
        boolean moves = movable;
        boolean counts = active;
        long first = awaited;
        List<WorkerTask> waiting = new ArrayList<>(tasks);
        Map<Long, Long> sent = FixedOrder.copyOf(next);
        Map<Long, Long> came = arrivals.expected();
        Map<Long, SortedMap<Long, WorkerTask>> before = arrivals.early();
        return () -> {
            List<WorkerImage.Early> earlier = new ArrayList<>();
            before.values()
                    .forEach(ofSender -> ofSender.forEach(
                            (number, task) -> earlier.add(new WorkerImage.Early(number, queued(task)))));
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
