package org.moide.balance.worker;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.moide.balance.worker.strategy.WorkerRule;

/**
 * The workers of one engine, and where all others are (ALDY, §3.9.2: an optimistic table of locations, forwarding, and the
 * correction of who sent to the wrong place).
 *
 * <p>A worker with tasks is one runnable item: {@link #take} gives it to one thread, which handles some of its tasks and then
 * calls {@link #release}, {@link #depart} or {@link #ended}. What one worker sends to another arrives in that order, whatever the
 * two do meanwhile: what crosses engines is numbered, by pair. A worker that has never had a task takes no memory.
 *
 * <p><b>Threads.</b> Any; {@link #arrived} is called by one at a time for each sending process, in the order of its messages.
 * Slots guard themselves, {@code expecting} guards itself; no lock is held when the outlet is called, and none but a slot's when
 * another is taken.
 */
public final class WorkerTable {
    /** The process that knows for all what nobody else does. */
    public static final int DIRECTORY = 0;

    private final int process;
    private final Declarations declarations;
    private final InitialPlaces initial;
    private final WorkerOutlet outlet;
    private final Slot.BodyReader bodies;
    private final @Nullable Directory directory;
    private final Map<Long, Slot> slots = new ConcurrentHashMap<>();
    private final Map<Long, Place> places = new ConcurrentHashMap<>(); // of those that are not where they began
    private final Map<Long, List<WorkerMessage.Task>> expecting = new HashMap<>();
    private final Queue<Slot> ready = new ConcurrentLinkedQueue<>();
    private final Queue<Slot> urgent = new ConcurrentLinkedQueue<>();
    private final AtomicInteger busy = new AtomicInteger();
    private final AtomicInteger active = new AtomicInteger();
    private final AtomicInteger running = new AtomicInteger();
    private final WorkerCounts counts = new WorkerCounts();
    private final Arriving arriving = new Arriving();
    private volatile boolean closing;
    private volatile boolean still;

    /**
     * The table of a process.
     *
     * @param directory at process {@link #DIRECTORY}; null elsewhere
     * @param bodies makes tasks of what comes from elsewhere
     */
    public WorkerTable(
            int process,
            Declarations declarations,
            InitialPlaces initial,
            @Nullable Directory directory,
            Slot.BodyReader bodies,
            WorkerOutlet outlet) {
        if ((process == DIRECTORY) != (directory != null)) {
            throw new IllegalArgumentException("expected a directory at process 0 and nowhere else, found process "
                    + process + (directory == null ? " without one" : " with one"));
        }
        this.process = process;
        this.declarations = declarations;
        this.initial = initial;
        this.directory = directory;
        this.bodies = bodies;
        this.outlet = outlet;
    }

    // --- sending, by the thread that runs the sender ----------------------------------------------------------------

    /** A sender that is no worker: the application before workers begin. One for each run of {@code begin}. */
    public Slot beginning() {
        return new Slot(WorkerTask.BEGIN, WorkerRule.STAYS, new Place(process, 0));
    }

    /**
     * Sends a task.
     *
     * @throws IllegalArgumentException if it is known here that the worker has ended
     */
    public void send(Slot sender, long to, WorkerTask task) {
        Slot local = here(to);
        while (local == null || !sendHere(sender, local, task)) {
            if (sendAway(sender, to, task)) {
                return;
            }
            local = here(to);
        }
    }

    /** As {@link #send}, once these planned tasks have been handled. */
    public void sendAfter(Slot sender, long to, WorkerTask task, List<Long> after) {
        if (!declarations.dependencies()) {
            throw new IllegalStateException("sendAfter to worker " + to + ": expected dependencies() to be called in"
                    + " begin, so that ends of planned tasks are told");
        }
        // Its order among what this worker sends is that of the tasks it waits for: it comes from nobody.
        Place place = placeOf(to);
        requireNotEnded(to, place);
        WorkerMessage.Task message = letter(to, WorkerCounts.UNORDERED, place, task);
        tell(DIRECTORY, new WorkerMessage.Dependent(after, message));
    }

    /** False if it has gone meanwhile. */
    private boolean sendHere(Slot sender, Slot local, WorkerTask task) {
        boolean wake;
        synchronized (local) {
            if (local.isGone()) {
                return false;
            }
            long number = sender.next(local.worker());
            if (number == local.expected(sender.worker())) {
                if (number > 0) { // all of it has come, so numbers begin anew
                    sender.next(local.worker(), 0);
                    local.forget(sender.worker());
                }
                local.add(task);
            } else {
                local.putEarly(number, task);
                sender.next(local.worker(), number + 1);
            }
            wake = schedule(local);
        }
        counts.local();
        if (wake) {
            outlet.runnable();
        }
        return true;
    }

    /** False if it is here, or on its way here, by now. */
    private boolean sendAway(Slot sender, long to, WorkerTask task) {
        Place place = placeOf(to);
        requireNotEnded(to, place);
        if (place != null && place.process() == process && here(to) != null) {
            return false;
        }
        long number = sender.next(to);
        WorkerMessage.Task message = letter(to, number, place, task);
        sender.next(to, number + 1);
        counts.remote();
        if (place == null) {
            tell(DIRECTORY, message);
        } else {
            tell(place.process(), message);
        }
        return true;
    }

    private void requireNotEnded(long to, @Nullable Place place) {
        if (place != null && place.isEnd()) {
            throw new IllegalArgumentException(
                    "a task for worker " + to + ": expected a worker that goes on, found one" + " that has ended");
        }
    }

    private WorkerMessage.Task letter(long to, long number, @Nullable Place place, WorkerTask task) {
        return new WorkerMessage.Task(
                to,
                number,
                process,
                place == null ? 0 : place.version(),
                0,
                task.from(),
                task.planned(),
                task.ask(),
                task.asker(),
                task.body().bytes());
    }

    /** An answer to a request that came from a process. */
    public void answer(int asker, WorkerMessage.Answer answer) {
        if (asker == process) {
            outlet.answered(answer);
        } else {
            tell(asker, answer);
        }
    }

    /** Hands a message to a process, which may be this one. Whatever may set somebody to work is counted. */
    private void tell(int to, WorkerMessage message) {
        if (to == process) {
            message.handle(arriving);
        } else {
            counts.sent(message);
            outlet.toProcess(to, message);
        }
    }

    // --- what comes from other processes
    // ------------------------------------------------------------------------------

    /** Takes a message of another process. */
    public void arrived(WorkerMessage message) {
        message.handle(arriving);
        counts.received(message);
    }

    private final class Arriving implements WorkerMessage.Handler {
        @Override
        public void task(WorkerMessage.Task task) {
            Slot local = here(task.to());
            if (local == null || !arrivedHere(local, task)) {
                elsewhere(task);
            }
        }

        @Override
        public void answer(WorkerMessage.Answer answer) {
            outlet.answered(answer);
        }

        @Override
        public void arrival(WorkerMessage.Arrival arrival) {
            settle(new Slot(arrival.worker(), bodies), arrival.worker().place());
        }

        @Override
        public void located(WorkerMessage.Located located) {
            learn(located.worker(), located.place());
        }

        @Override
        public void begun(WorkerMessage.Begun begun) {
            Place before = placeOf(begun.worker());
            boolean same = begun.place().equals(before);
            if (before != null && !same || requireDirectory().hasEnded(begun.worker())) {
                outlet.hopeless("worker " + begun.worker() + " was started twice");
                return;
            }
            learn(begun.worker(), begun.place());
            sendOn(requireDirectory().begun(begun));
        }

        @Override
        public void ended(WorkerMessage.Ended ended) {
            learn(ended.worker(), ended.place());
            sendOn(requireDirectory().ended(ended.worker()));
        }

        @Override
        public void mayBegin(WorkerMessage.MayBegin mayBegin) {
            Slot slot = here(mayBegin.worker());
            if (slot == null) {
                throw new IllegalStateException("worker " + mayBegin.worker() + " may begin: expected it at process "
                        + process + ", where it waits, found it nowhere");
            }
            boolean wake;
            synchronized (slot) {
                slot.begin();
                wake = schedule(slot);
            }
            if (wake) {
                outlet.runnable();
            }
        }

        @Override
        public void dependent(WorkerMessage.Dependent dependent) {
            sendOn(requireDirectory().dependent(dependent.after(), dependent.task()));
        }

        @Override
        public void handled(WorkerMessage.Handled handled) {
            sendOn(requireDirectory().handled(handled.planned()));
        }
    }

    private Directory requireDirectory() {
        if (directory == null) {
            throw new IllegalStateException("process " + process + ": expected what is for the directory at process 0");
        }
        return directory;
    }

    private void sendOn(List<WorkerMessage> messages) {
        for (WorkerMessage message : messages) {
            if (message instanceof WorkerMessage.MayBegin mayBegin) {
                Place place = placeOf(mayBegin.worker());
                if (place == null) {
                    throw new IllegalStateException("worker " + mayBegin.worker() + " may begin, and is nowhere");
                }
                tell(place.process(), message);
            } else {
                message.handle(arriving); // a task: it is here, or sent on from here
            }
        }
    }

    private boolean arrivedHere(Slot local, WorkerMessage.Task message) {
        boolean wake;
        synchronized (local) {
            if (local.isGone()) {
                return false;
            }
            WorkerTask task = new WorkerTask(
                    message.from(), message.planned(), message.ask(), message.asker(), bodies.body(message.body()));
            if (message.number() == WorkerCounts.UNORDERED) {
                local.add(task);
            } else {
                local.arrived(message.number(), task);
            }
            wake = schedule(local);
        }
        if (wake) {
            outlet.runnable();
        }
        return true;
    }

    /** The worker is not here. */
    private void elsewhere(WorkerMessage.Task task) {
        Place place = placeOf(task.to());
        if (place == null) {
            if (task.version() > 0) {
                expect(task);
            } else if (directory == null) {
                counts.forwarded(task);
                tell(DIRECTORY, task.forwarded(0));
            } else {
                keep(task);
            }
        } else if (place.isEnd()) {
            outlet.hopeless("worker " + task.to() + " has ended, and was sent a task by "
                    + (task.from() == WorkerTask.BEGIN ? "begin" : "worker " + task.from()));
        } else if (place.process() == process || task.version() > place.version()) {
            expect(task);
        } else {
            counts.forwarded(task);
            tell(place.process(), task.forwarded(place.version()));
            if (task.origin() != process) {
                tell(task.origin(), new WorkerMessage.Located(task.to(), place));
            }
        }
    }

    private void keep(WorkerMessage.Task task) {
        requireDirectory().keep(task);
        if (placeOf(task.to()) != null) { // it has begun meanwhile
            sendOn(requireDirectory().begun(new WorkerMessage.Begun(task.to(), new Place(process, 1), List.of())));
        }
    }

    /** The worker is on its way here: its task waits for it. */
    private void expect(WorkerMessage.Task task) {
        synchronized (expecting) {
            boolean here = slots.get(task.to()) != null;
            Place place = placeOf(task.to()); // read after that: a worker that leaves is elsewhere before it is not here
            boolean onItsWay = place == null || place.process() == process || task.version() > place.version();
            if (!here && onItsWay) {
                expecting.computeIfAbsent(task.to(), any -> new ArrayList<>()).add(task);
                return;
            }
        }
        arriving.task(task);
    }

    /** A worker is here from now on. */
    private void settle(Slot slot, Place place) {
        List<WorkerMessage.Task> waiting;
        synchronized (expecting) {
            slots.put(slot.worker(), slot);
            learn(slot.worker(), place);
            waiting = expecting.remove(slot.worker());
        }
        boolean wake;
        synchronized (slot) {
            wake = schedule(slot);
        }
        if (wake) {
            outlet.runnable();
        }
        if (waiting != null) {
            waiting.forEach(arriving::task);
        }
    }

    private void learn(long worker, Place place) {
        places.merge(worker, place, (before, now) -> now.isNewerThan(before) ? now : before);
    }

    // --- for the threads that run workers -------------------------------------------------------------------------

    /** A worker for the calling thread; null if none wants to run now. */
    public @Nullable Slot take() {
        while (true) {
            boolean onlyUrgent = closing;
            Slot slot = onlyUrgent ? null : ready.poll();
            if (slot == null) {
                slot = urgent.poll();
            }
            if (slot == null) {
                return null;
            }
            synchronized (slot) {
                if (slot.phase() == Slot.Phase.READY) { // else it was in both, and another thread has taken it
                    slot.phase(Slot.Phase.RUNNING);
                    running.incrementAndGet();
                    return slot;
                }
            }
        }
    }

    /** Whether {@link #take} may find one. */
    public boolean hasRunnable() {
        return !urgent.isEmpty() || (!closing && !ready.isEmpty());
    }

    /** Whether its thread may go on with a worker: while all come to rest only if somebody waits for its answer. */
    public boolean mayGoOn(Slot slot) {
        if (!closing) {
            return true;
        }
        synchronized (slot) {
            return slot.isUrgent();
        }
    }

    /** A planned task has been handled. */
    public void handled(long planned) {
        if (declarations.dependencies()) {
            tell(DIRECTORY, new WorkerMessage.Handled(planned));
        }
    }

    /** The thread has done what it could for a worker. */
    public void release(Slot slot) {
        boolean again;
        boolean isUrgent;
        synchronized (slot) {
            again = slot.isRunnable();
            isUrgent = again && slot.isUrgent();
            if (again) {
                slot.phase(Slot.Phase.READY);
            } else {
                rest(slot);
            }
        }
        if (again) {
            ready.add(slot);
            if (isUrgent) {
                urgent.add(slot);
            }
            outlet.runnable();
        }
        running.decrementAndGet();
    }

    private void rest(Slot slot) {
        slot.phase(Slot.Phase.IDLE);
        busy.decrementAndGet();
        if (slot.countsAsActive()) {
            active.decrementAndGet();
        }
    }

    /** Sets a slot running if it can, with the slot locked; whether a thread should be woken. */
    private boolean schedule(Slot slot) {
        boolean isNew = slot.phase() == Slot.Phase.IDLE && slot.isRunnable();
        if (isNew) {
            slot.phase(Slot.Phase.READY);
            busy.incrementAndGet();
            if (slot.countsAsActive()) {
                active.incrementAndGet();
            }
            ready.add(slot);
        }
        boolean isUrgent = slot.phase() == Slot.Phase.READY && slot.isUrgent();
        if (isUrgent) {
            urgent.add(slot);
        }
        return isNew || isUrgent;
    }

    /** The running thread's word on whether its worker counts as active. */
    public void active(Slot slot, boolean now) {
        synchronized (slot) {
            if (slot.countsAsActive() != now) {
                slot.active(now);
                active.addAndGet(now ? 1 : -1);
            }
        }
    }

    /**
     * Brings a worker that is leaving ({@link Slot#isLeaving}) to where it goes, by the thread that has it. Whatever is sent to it
     * from here on goes there.
     *
     * @param state encodes its state, by user code; null if it has none yet
     * @return the worker as it was sent
     */
    public WorkerImage depart(Slot slot, Supplier<byte @Nullable []> state) {
        Place to = goneTo(slot);
        WorkerImage image = slot.image(state.get(), to);
        counts.moved(image.bytes());
        tell(to.process(), new WorkerMessage.Arrival(image));
        if (process != DIRECTORY && to.process() != DIRECTORY) {
            tell(DIRECTORY, new WorkerMessage.Located(slot.worker(), to));
        }
        left(slot);
        return image;
    }

    private Place goneTo(Slot slot) {
        Place to;
        synchronized (slot) {
            to = new Place(slot.leavingTo(), slot.place().version() + 1);
            learn(slot.worker(), to); // before anybody finds it gone
            slot.phase(Slot.Phase.GONE);
        }
        slots.remove(slot.worker(), slot);
        return to;
    }

    private void left(Slot slot) {
        if (slot.countsAsActive()) {
            active.decrementAndGet();
        }
        busy.decrementAndGet();
        running.decrementAndGet();
    }

    /** A worker has ended, by the thread that has it. */
    public void ended(Slot slot) {
        Place end;
        List<WorkerTask> waiting;
        synchronized (slot) {
            end = new Place(Place.ENDED, slot.place().version() + 1);
            waiting = slot.waiting();
            learn(slot.worker(), end);
            slot.phase(Slot.Phase.GONE);
        }
        slots.remove(slot.worker(), slot);
        if (!waiting.isEmpty()) {
            WorkerTask first = waiting.get(0);
            outlet.hopeless("worker " + slot.worker() + " has ended, and was sent " + waiting.size()
                    + (waiting.size() == 1 ? " task" : " tasks") + " more, the first by "
                    + (first.from() == WorkerTask.BEGIN ? "begin" : "worker " + first.from()));
        }
        tell(DIRECTORY, new WorkerMessage.Ended(slot.worker(), end));
        left(slot);
    }

    /**
     * A worker begins that was not declared.
     *
     * @param where the process on which it begins
     * @throws IllegalArgumentException if it is known here that there is one of this number
     */
    public void start(long worker, WorkerRule rule, int where) {
        Place place = new Place(where, 1); // not 0, so that a task that comes there before it waits
        if (worker < 0 || initial.of(worker) != null || places.putIfAbsent(worker, place) != null) {
            throw new IllegalArgumentException("start of worker " + worker
                    + ": expected a number from 0 on that no worker has or had, found "
                    + (worker < 0 ? "one below 0" : "one that is known here"));
        }
        Slot made = new Slot(worker, rule, place);
        // The directory first: whoever hears of it then finds it there.
        tell(DIRECTORY, new WorkerMessage.Begun(worker, place, rule.after()));
        if (where == process) {
            settle(made, place);
        } else {
            tell(where, new WorkerMessage.Arrival(made.image(null, place)));
        }
    }

    // --- for the control thread -----------------------------------------------------------------------------------

    /** Has a worker move as soon as no thread has it; false if it is not here, may not move now, or is leaving already. */
    public boolean move(long worker, int to) {
        Slot slot = slots.get(worker);
        if (slot == null || to == process || still) {
            return false;
        }
        boolean wake;
        synchronized (slot) {
            if (still // which is set before it is looked who is busy
                    || slot.isGone()
                    || slot.leavingTo() != Slot.NOWHERE
                    || !slot.mayBegin()
                    || !slot.isMovable()
                    || slot.isEnding()) {
                return false;
            }
            slot.leaveTo(to);
            wake = schedule(slot);
        }
        if (wake) {
            outlet.runnable();
        }
        return true;
    }

    /** All are to come to rest, or to go on: while they come to rest only requests are handled, and what lies before them. */
    public void closing(boolean now) {
        closing = now;
        outlet.runnable();
    }

    /** Whether no worker is to begin to move. */
    public void still(boolean now) {
        still = now;
    }

    /**
     * How it stands, for the waves that find out whether all is done: what was received is read first, then whether anything can
     * still happen by itself, then what was sent.
     */
    public RoundMessage.WaveTold wave(long number) {
        long received = counts.receivedMessages();
        boolean quiet = closing ? running.get() == 0 && !isAnyUrgent() : busy.get() == 0;
        return new RoundMessage.WaveTold(number, process, counts.sentMessages(), received, quiet);
    }

    private boolean isAnyUrgent() {
        for (Slot slot : urgent) {
            synchronized (slot) {
                if (slot.phase() == Slot.Phase.READY && slot.isUrgent()) {
                    return true;
                }
            }
        }
        return false;
    }

    /** How many workers are active now (ALDY, §4.2: l(t)). */
    public int activeWorkers() {
        return active.get();
    }

    /** How many workers are here: those that had a task. */
    public long workers() {
        return slots.size();
    }

    /** How many tasks wait here. Takes a moment for each worker. */
    public long queuedTasks() {
        long queued = 0;
        for (Slot slot : slots.values()) {
            synchronized (slot) {
                queued += slot.queued();
            }
        }
        return queued;
    }

    /** Whether no worker has anything to do here. */
    public boolean isIdle() {
        return busy.get() == 0;
    }

    public WorkerCounts counts() {
        return counts;
    }

    /** Looks at the workers that are here and have had a task. They may change meanwhile. */
    public void forEach(Consumer<Slot> action) {
        slots.values().forEach(action);
    }

    /** The workers that began here, are declared, and have not had a task: they are where they began. */
    public void forEachUntouched(Consumer<Slot> action) {
        for (Declarations.Workers range : initial.on(process)) {
            for (long worker = range.first(); worker < range.end(); worker++) {
                if (!slots.containsKey(worker) && !places.containsKey(worker)) {
                    action.accept(new Slot(worker, range.rule(), new Place(process, 0)));
                }
            }
        }
    }

    /** Where a worker is, as far as it is known here; null if nothing is known. */
    public @Nullable Place placeOf(long worker) {
        Place place = places.get(worker);
        return place == null ? initial.of(worker) : place;
    }

    /** The worker, if it is here. */
    private @Nullable Slot here(long worker) {
        Slot slot = slots.get(worker);
        if (slot != null || places.containsKey(worker)) {
            return slot;
        }
        Declarations.Workers declared = initial.declaredOn(process, worker);
        return declared == null
                ? null
                : slots.computeIfAbsent(
                        worker,
                        number -> places.containsKey(number)
                                ? null // it has left, or ended, in this moment
                                : new Slot(number, declared.rule(), new Place(process, 0)));
    }

    /** What lies here for nobody, once nothing can happen any more: one line each. */
    public List<String> leftOver() {
        List<String> lines = new ArrayList<>();
        forEach(slot -> {
            synchronized (slot) {
                if (slot.awaited() != WorkerTask.NONE) {
                    lines.add("worker " + slot.worker() + " awaits planned task " + slot.awaited()
                            + ", which nobody has sent"
                            + (slot.queued() == 0 ? "" : "; " + slot.queued() + " others wait behind it"));
                } else if (slot.queued() > 0) {
                    lines.add("worker " + slot.worker() + " has " + slot.queued() + " tasks, and has not begun");
                }
            }
        });
        if (directory != null) {
            lines.addAll(directory.leftOver());
        }
        return lines;
    }

    // --- saved, while all is at rest --------------------------------------------------------------------------------

    /**
     * All that is here, at rest.
     *
     * @param states encodes the state of a worker
     */
    public SavedWorkers save(SavedWorkers.StateEncoder states) {
        List<WorkerImage> images = new ArrayList<>();
        forEach(slot -> images.add(slot.image(states.encode(slot), slot.place())));
        return new SavedWorkers(images, places, directory == null ? Directory.Image.NONE : directory.image());
    }

    /** Puts in what was saved. Before any thread runs. */
    public void restore(SavedWorkers saved) {
        places.putAll(saved.places());
        saved.workers().forEach(image -> settle(new Slot(image, bodies), image.place()));
    }
}
