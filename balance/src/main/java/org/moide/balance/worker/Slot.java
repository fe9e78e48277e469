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

/**
 * A worker that is here: what waits for it, and whether a thread has it.
 *
 * <p><b>Threads.</b> Any. Everything is guarded by the slot itself, whose lock nobody else takes, but {@code next} and
 * {@code state}, which belong to the thread that runs the worker and are handed on with {@code phase}; that thread reads
 * volatile fields without the lock. With the lock held the slot counts itself in its {@link ReadyWorkers}, asks the {@link Cut},
 * {@link Crew} and {@link Residents} what they know, and leaves word there: none of these takes another slot's lock for it.
 */
public final class Slot {
    /** Value for no process. */
    static final int NOWHERE = -1;

    /** The phase of a worker. */
    enum Phase {
        /** The worker is idle: nobody need look at it. */
        IDLE,
        /** A thread should take it. */
        READY,
        /** A thread has it. */
        RUNNING,
        /** The worker is not here any more. */
        GONE
    }

    /** The reaction to something that a worker is to take. */
    enum Taken {
        /** The worker took nothing: it is gone, or may not do that now. */
        REFUSED,
        /** The worker took it. */
        QUIETLY,
        /** The worker took it, and a thread should be woken. */
        WAKING
    }

    private final long worker;
    private final WorkerRule rule;
    private final ArrayDeque<WorkerTask> tasks = new ArrayDeque<>(1);
    private final Arrivals arrivals;
    private Map<Long, Long> next = Map.of(); // which cannot be changed, until something is put in
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
    private volatile boolean sentAway; // whatever the application says of moves
    private boolean noted;
    private @Nullable Object state;
    private volatile int cut = WorkerMessage.NO_CUT; // none, until somebody first looks
    private List<HeldTask> held = List.of(); // of senders that have passed a cut before this worker

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

    /** Makes the slot of a worker that has come. */
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

    /** The object that the runtime keeps with it: its state, as an object or as bytes; null before its first task. */
    public @Nullable Object state() {
        return state;
    }

    public void state(@Nullable Object now) {
        state = now;
    }

    /** Awaits this task as its next one. */
    public synchronized void await(long planned) {
        awaited = planned;
        awaitedIsHere = tasks.stream().anyMatch(task -> task.planned() == planned);
    }

    public synchronized void movable(boolean now) {
        movable = now;
    }

    /** Ends the worker once its thread lets it go. */
    public synchronized void end() {
        ending = true;
    }

    public boolean isEnding() {
        return ending;
    }

    /** Returns whether the worker's thread should bring it to another process now ({@link WorkerTable#depart}). */
    public boolean isLeaving() {
        return leavingTo != NOWHERE && (movable || sentAway);
    }

    /** The task that is to be handled now; null if there is none. */
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

    /** Goes to the calling thread; false if another has taken it. */
    synchronized boolean take(ReadyWorkers queue) {
        if (phase != Phase.READY) {
            return false;
        }
        phase = Phase.RUNNING;
        queue.runs();
        return true;
    }

    /** Goes to the calling thread, to keep its state; false if a thread has it, or if it is gone. */
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
     * Releases the worker from its thread; answers whether it is to run again.
     *
     * @param ran whether it is noted as one that has run
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

    /** Forgets that the worker is listed as one that has run, so that its next run can list it again. */
    synchronized void looked() {
        noted = false;
    }

    /** Lets a thread take it if there is something to do; whether one should be woken. */
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

    /** Takes its thread's word on whether it counts as active while it has something to do. */
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

    /** Returns whether somebody waits for the worker's answer, so that it runs even while all others come to rest. */
    synchronized boolean isUrgent() {
        return requests > 0 && hasTask();
    }

    /** Returns whether the worker is urgent, and no thread has it. */
    synchronized boolean isReadyAndUrgent() {
        return phase == Phase.READY && isUrgent();
    }

    /** Returns whether a thread has something to do here. */
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
     * Orders the worker to move there as soon as no thread has it; refused if it may not now, or is leaving already.
     */
    synchronized Taken leaveTo(int process, Crew crew, ReadyWorkers queue) {
        // The crew is set still before it looks which workers are busy.
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

    /** Sends it away, as all others, since this process leaves. Whether a thread should be woken. */
    synchronized boolean sendAway(Crew crew, ReadyWorkers queue) {
        // The crew is set still before it looks which workers are busy.
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

    /** Stays if it was to go there: that process is on its way out. */
    synchronized void staysIfItGoesTo(int process) {
        if (leavingTo == process && phase != Phase.GONE) {
            leavingTo = NOWHERE;
        }
    }

    /**
     * Goes, by the thread that has it, and all others find it gone.
     *
     * @return where to; null if it has to pass a cut first, since what is held back for it would be lost, or is to stay
     */
    synchronized @Nullable WorkerPlace leave(Cut cuts, Crew crew, Residents residents) {
        if (cuts.isBehind(this) || leavingTo == NOWHERE) {
            return null;
        }
        WorkerPlace to = new WorkerPlace(leavingTo, place.version() + 1);
        crew.setsOut(to.process()); // before others can see that it does not go where they do not want it
        residents.learn(worker, to);
        phase = Phase.GONE;
        return to;
    }

    /**
     * The remains of a worker that has ended.
     *
     * @param place where others find that it has
     * @param waiting its tasks, for errors
     */
    record End(WorkerPlace place, List<WorkerTask> waiting) {}

    /** Ends, by the thread that has it, and all others find it gone. */
    synchronized End end(Cut cuts, Residents residents) {
        WorkerPlace end = new WorkerPlace(WorkerPlace.ENDED, place.version() + 1);
        cuts.ended(worker, end, cuts.cutOf(this));
        residents.learn(worker, end);
        phase = Phase.GONE;
        List<WorkerTask> waiting = new ArrayList<>(tasks);
        held.forEach(each -> waiting.add(each.task()));
        return new End(end, waiting);
    }

    /** Says that it has begun here, and is not only where it would begin: from now on only those know it who are told. */
    synchronized void tellThatItBegan(Residents residents) {
        if (phase != Phase.GONE && place.version() == 0) {
            place = new WorkerPlace(place.process(), 1);
            residents.learn(worker, place);
        }
    }

    /**
     * The words about what lies here for nobody, once nothing can happen any more, in a line; null if there is nothing.
     */
    synchronized @Nullable String leftOver() {
        if (awaited != WorkerTask.NONE) {
            return "worker " + worker + " awaits planned task " + awaited + ", which nobody has sent"
                    + (tasks.isEmpty() ? "" : "; " + tasks.size() + " others wait behind it");
        }
        return tasks.isEmpty() ? null : "worker " + worker + " has " + tasks.size() + " tasks, and has not begun";
    }

    /** The look of the worker for the balancing; null if it is not here any more. Any thread. */
    public synchronized @Nullable Look look() {
        return phase == Phase.GONE
                ? null
                : new Look(
                        tasks.size(), movable && mayBegin && !ending && leavingTo == NOWHERE, place.version(), state);
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

    // --- what comes, and cuts ---------------------------------------------------------------------------------------

    /**
     * Takes a task of a worker of the same engine, by the thread that runs that one.
     *
     * @param late the same for the cut, if its sender was behind that; null if not
     * @return refused if it has gone, or if a cut has begun in this moment: once more
     */
    synchronized Taken takeFrom(
            Slot sender, WorkerTask task, WorkerMessage.@Nullable Task late, Cut cuts, ReadyWorkers queue) {
        int passed = cuts.cutOf(sender);
        int itsPassed = cuts.cutOf(this);
        if (phase == Phase.GONE || (passed < itsPassed && late == null)) {
            return Taken.REFUSED;
        }
        long number = sender.next(worker);
        if (passed != itsPassed) { // numbered all the same: both numbers are kept, one before the other
            sender.next(worker, number + 1);
            if (passed > itsPassed) {
                hold(number, task);
            } else {
                cuts.late(Objects.requireNonNull(late, "made since its sender is behind"));
                come(number, task);
            }
        } else if (number == arrivals.expected(sender.worker)) {
            if (number > 0) { // all of it has come, so numbers begin anew
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

    /** Takes a task that comes from another process; refused if it has gone. */
    synchronized Taken take(WorkerMessage.Task message, Cut cuts, BodyReader bodies, ReadyWorkers queue) {
        if (phase == Phase.GONE) {
            return Taken.REFUSED;
        }
        WorkerTask task = bodies.task(message);
        int passed = cuts.cutOf(this);
        if (message.cut() > passed) {
            hold(message.number(), task);
        } else {
            if (message.cut() < passed) {
                cuts.late(message);
            }
            come(message.number(), task);
        }
        return scheduled(queue);
    }

    /** Lets it begin; refused if it has gone. */
    synchronized Taken take(WorkerMessage.MayBegin message, Cut cuts, ReadyWorkers queue) {
        if (phase == Phase.GONE) {
            return Taken.REFUSED;
        }
        if (message.cut() < cuts.cutOf(this)) {
            cuts.late(message);
        }
        mayBegin = true;
        return scheduled(queue);
    }

    /** The last cut that it has passed: what it does from then on belongs after it. Any thread. */
    public int cut() {
        return cut;
    }

    /** The cut that it has passed; all if nobody has looked at it before. */
    synchronized int cutOrAll(Cut cuts) {
        if (cut == WorkerMessage.NO_CUT) {
            passed(cuts.number());
        }
        return cut;
    }

    /** Notes that it has passed this cut: what was held back for it comes now. */
    synchronized void passed(int number) {
        cut = number;
        List<HeldTask> waiting = held;
        held = List.of();
        waiting.forEach(each -> come(each.number(), each.task()));
    }

    /**
     * Passes the current cut.
     *
     * @return makes its image as it was then, and runs user code; null if it has passed the cut already
     */
    synchronized @Nullable Supplier<WorkerImage> pass(Cut cuts, byte @Nullable [] encodedState) {
        if (!cuts.isBehind(this)) {
            return null;
        }
        Supplier<WorkerImage> image = imageLater(encodedState, place);
        passed(cuts.number());
        return image;
    }

    /** Holds back what belongs after a cut that it has not passed. */
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
    WorkerImage image(byte @Nullable [] encodedState, WorkerPlace at) {
        return imageLater(encodedState, at).get();
    }

    /** Remembers the worker as it is now, for an image; to make that runs user code. */
    private Supplier<WorkerImage> imageLater(byte @Nullable [] encodedState, WorkerPlace at) {
        boolean begins = mayBegin;
        boolean moves = movable;
        boolean counts = active;
        long first = awaited;
        List<WorkerTask> waiting = new ArrayList<>(tasks);
        Map<Long, Long> sent = Map.copyOf(next);
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
