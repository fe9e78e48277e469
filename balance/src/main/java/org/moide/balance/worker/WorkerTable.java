package org.moide.balance.worker;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.moide.balance.worker.round.RoundMessage;
import org.moide.balance.worker.strategy.WorkerRule;

/**
 * The workers of one engine, and the known places of all other workers (ALDY, §3.9.2). A known place may be out of
 * date: then the message is forwarded, and the sender is told the new place.
 *
 * <p>{@link #take} gives a worker with tasks to one thread, which handles some of its tasks and then calls {@link
 * #release}, {@link #depart} or {@link #ended}. Messages from one worker to another arrive in sending order, even if
 * both move: messages between engines are numbered for each pair of workers. A worker without a task so far needs no
 * memory.
 *
 * <p><b>Threads.</b> Any. {@link #arrived} is called by one thread at a time for each sending process, in the order of
 * its messages. Slots guard themselves; {@link Residents} and {@link ReadyWorkers} document their own rules. The outlet
 * is called without locks.
 */
public final class WorkerTable {
    /** The number of the process that has the {@link Directory}. */
    public static final int DIRECTORY = 0;

    private final int process;
    private final Declarations declarations;
    private final WorkerOutlet outlet;
    private final BodyReader bodies;
    private final @Nullable Directory directory;
    private final Residents residents;
    private final ReadyWorkers queue = new ReadyWorkers();
    private final WorkerCounts counts = new WorkerCounts();
    private final Cut cut;
    private final TaskRouter router;
    private final Crew crew;

    /**
     * Creates the table of one process.
     * @param directory at process {@link #DIRECTORY}; null elsewhere
     * @param bodies makes tasks of bytes from other processes
     */
    public WorkerTable(
            int process,
            Declarations declarations,
            InitialPlaces initial,
            @Nullable Directory directory,
            BodyReader bodies,
            WorkerOutlet outlet) {
        if ((process == DIRECTORY) != (directory != null)) {
            throw new IllegalArgumentException("expected a directory at process 0 and nowhere else, found process "
                    + process + (directory == null ? " without one" : " with one"));
        }
        this.process = process;
        this.declarations = declarations;
        this.residents = new Residents(process, initial);
        this.outlet = outlet;
        this.bodies = bodies;
        this.directory = directory;
        this.cut = new Cut(process, residents, queue, counts, directory, outlet);
        this.router = new TaskRouter(process, declarations, residents, queue, counts, cut, directory, bodies, outlet);
        this.crew = new Crew(process, initial, residents, queue, counts, router, outlet);
    }

    // --- sending, by the thread that runs the sender ----------------------------------------------------------------

    /**
     * Makes a sender for the tasks that the application's {@code begin} sends before workers begin. Each call of {@code
     * begin} needs a sender of its own.
     */
    public Slot beginning() {
        return new Slot(WorkerTask.BEGIN, WorkerRule.STAYS, new WorkerPlace(process, 0));
    }

    /**
     * Sends a task of worker {@code sender} to worker {@code to}.
     *
     * @throws IllegalArgumentException if the receiver is known to have ended
     */
    public void send(Slot sender, long to, WorkerTask task) {
        router.send(sender, to, task);
    }

    /** Sends a task that is delivered after these planned tasks have been handled. */
    public void sendAfter(Slot sender, long to, WorkerTask task, List<Long> after) {
        router.sendAfter(sender, to, task, after);
    }

    /** Sends the answer to a request of process {@code asker}. */
    public void answer(int asker, WorkerMessage.Answer answer) {
        router.answer(asker, answer);
    }

    /** Takes a message from another process: handles it, keeps it, or forwards it. */
    public void arrived(WorkerMessage message) {
        router.arrived(message);
    }

    // --- for the threads that run workers -------------------------------------------------------------------------

    /** Takes a worker for the calling thread; null if no worker can run now. */
    public @Nullable Slot take() {
        return queue.take();
    }

    /** Returns whether {@link #take} may find a worker that can run. */
    public boolean hasRunnable() {
        return queue.hasAny();
    }

    /**
     * Returns whether a thread may handle another task of the worker that it runs. While the run comes to rest, it may
     * do so only if the handler of another worker waits for this worker's answer.
     */
    public boolean mayGoOn(Slot slot) {
        return queue.mayGoOn(slot);
    }

    /** Reports to the directory that a worker has handled a planned task. */
    public void handled(Slot slot, long planned) {
        if (declarations.dependencies()) {
            router.tell(DIRECTORY, new WorkerMessage.Handled(planned, slot.cut()));
        }
    }

    /** Ends a worker's turn (the time in which a thread handles its tasks) on the calling thread. */
    public void release(Slot slot) {
        if (queue.release(slot)) {
            outlet.runnable();
        }
    }

    /** Sets whether the worker counts as active. Called by the thread that runs it. */
    public void active(Slot slot, boolean now) {
        slot.active(now, queue);
    }

    /**
     * Moves a leaving worker ({@link Slot#isLeaving}) to its destination. Later tasks for it are sent there. Called by
     * the thread that runs it.
     *
     * @param state encodes its state by user code; null if there is none yet
     * @return the worker as it was sent; null if it stays after all, in which case its turn has ended
     */
    public @Nullable WorkerImage depart(Slot slot, Supplier<byte @Nullable []> state) {
        return cut.holding(() -> departs(slot, state));
    }

    private @Nullable WorkerImage departs(Slot slot, Supplier<byte @Nullable []> state) {
        WorkerPlace to;
        do {
            if (!slot.isLeaving()) { // its destination leaves
                release(slot);
                return null;
            }
            cut.keepIfBehind(slot, state);
            to = goneTo(slot);
        } while (to == null);
        WorkerImage image = slot.image(state.get(), to);
        counts.moved(image.bytes());
        router.tell(to.process(), new WorkerMessage.Arrival(image, slot.cut()));
        crew.hasCome(to.process());
        if (process != DIRECTORY && to.process() != DIRECTORY) {
            router.tell(DIRECTORY, new WorkerMessage.Located(slot.worker(), to));
        }
        queue.left(slot);
        return image;
    }

    /**
     * Begins a worker's move.
     *
     * @return the worker's new place; null if it stays after all, or if its state must be saved for a cut first
     */
    private @Nullable WorkerPlace goneTo(Slot slot) {
        WorkerPlace to = slot.leave(cut, crew, residents);
        if (to != null) {
            residents.left(slot);
        }
        return to;
    }

    /** Ends a worker, whose last turn is over. Called by the thread that runs it. */
    public void ended(Slot slot) {
        List<WorkerTask> waiting = cut.holding(() -> ends(slot));
        if (!waiting.isEmpty()) {
            WorkerTask first = waiting.get(0);
            outlet.hopeless("worker " + slot.worker() + " has ended, and was sent " + waiting.size()
                    + (waiting.size() == 1 ? " task" : " tasks") + " more, the first by "
                    + WorkerTask.sender(first.from()));
        }
        queue.left(slot);
    }

    private List<WorkerTask> ends(Slot slot) {
        Slot.End end = slot.end(cut, residents);
        residents.left(slot);
        router.tell(DIRECTORY, new WorkerMessage.Ended(slot.worker(), end.place(), slot.cut()));
        return end.waiting();
    }

    /**
     * Starts a worker that was not declared.
     *
     * @param starter the worker that starts it
     * @param where the process on which it begins
     * @throws IllegalArgumentException if a worker of this number is known
     */
    public void start(Slot starter, long worker, WorkerRule rule, int where) {
        int to = crew.aim(where, rule);
        try {
            starts(starter, worker, rule, to);
        } finally {
            crew.hasCome(to);
        }
    }

    private void starts(Slot starter, long worker, WorkerRule rule, int where) {
        WorkerPlace place = new WorkerPlace(where, 1); // not 0, so that a task that overtakes it waits there
        if (worker < 0 || !residents.begins(worker, place)) {
            throw new IllegalArgumentException("start of worker " + worker
                    + ": expected a number from 0 on that no worker has or had, found "
                    + (worker < 0 ? "one below 0" : "one that is known here"));
        }
        Slot made = new Slot(worker, rule, place);
        int passed = cut.cutOf(starter);
        made.passed(passed);
        // The directory first, so that a receiver of the new worker's messages can look it up.
        router.tell(DIRECTORY, new WorkerMessage.Begun(worker, place, rule.after(), passed));
        if (where == process) {
            router.settle(made, place);
        } else {
            router.tell(where, new WorkerMessage.Arrival(made.image(null, place), passed));
        }
    }

    // --- for the control thread -----------------------------------------------------------------------------------

    /**
     * Orders a worker to move after its present turn.
     *
     * @return false if the worker is not on this engine, may not move now, or has another such order
     */
    public boolean move(long worker, int to) {
        Slot slot = residents.touched(worker);
        if (slot == null || to == process || crew.isStill()) {
            return false;
        }
        Slot.Taken taken = slot.leaveTo(to, crew, queue);
        if (taken == Slot.Taken.WAKING) {
            outlet.runnable();
        }
        return taken != Slot.Taken.REFUSED;
    }

    /**
     * Sets whether the run comes to rest for a safe point, at which the whole run is saved. Meanwhile, only those
     * workers run for whose answer a handler waits.
     */
    public void closing(boolean now) {
        queue.closing(now);
        outlet.runnable();
    }

    /** Sets whether workers are kept from beginning a move. */
    public void still(boolean now) {
        crew.still(now);
    }

    /**
     * Answers a wave (a question to all processes) of termination detection. It first reads the count of received
     * messages, then whether this process has work, and the count of sent messages last: in this order, no message
     * under way is overlooked.
     */
    public RoundMessage.WaveTold wave(long number) {
        long received = counts.receivedMessages();
        boolean quiet = queue.isQuiet();
        return new RoundMessage.WaveTold(number, process, counts.sentMessages(), received, quiet, queue.waiting());
    }

    /** Records that a worker's handler waits for an answer. Called by the handler's thread. */
    public void waitBegins(Slot slot) {
        queue.waitBegins(slot);
    }

    /**
     * Records that the answer for a waiting handler has arrived. Called by the thread that brings it, before the
     * handler continues.
     */
    public void waitEnds(Slot slot) {
        queue.waitEnds(slot);
    }

    /** Returns the number of active workers (ALDY, §4.2: l(t)). */
    public int activeWorkers() {
        return queue.activeWorkers();
    }

    /** Returns the number of workers on this engine that have had a task. */
    public long workers() {
        return residents.count();
    }

    /** Removes and returns the workers whose turns have ended since the last call. One thread at a time. */
    public List<Slot> takeThoseThatRan() {
        return queue.takeThoseThatRan();
    }

    /** Returns whether no worker on this engine has anything to do; handlers that wait for answers do not count. */
    public boolean isIdle() {
        return queue.isIdle();
    }

    public WorkerCounts counts() {
        return counts;
    }

    /** Calls the action with each worker on this engine that has had a task. The workers may change during the call. */
    public void forEach(Consumer<Slot> action) {
        residents.forEach(action);
    }

    /**
     * Calls the action with each worker on this engine that has had no task; there may be many. The slots of these
     * workers are made for this call only.
     */
    public void forEachUntouched(Consumer<Slot> action) {
        residents.forEachUntouched(action);
    }

    /** Returns the place of a worker as this engine knows it; null if unknown. */
    public @Nullable WorkerPlace placeOf(long worker) {
        return residents.placeOf(worker);
    }

    public Crew crew() {
        return crew;
    }

    /**
     * Describes the tasks on this engine that will never be handled, one line each. Called when nothing in the run
     * happens any more.
     */
    public List<String> leftOver() {
        List<String> lines = residents.leftOver();
        if (directory != null) {
            lines.addAll(directory.leftOver());
        }
        return lines;
    }

    // --- saved, while all is at rest --------------------------------------------------------------------------------

    /**
     * Returns a saved form of all workers on this engine, while all are at rest.
     *
     * @param states encodes a worker's state
     */
    public SavedWorkers save(SavedWorkers.StateEncoder states) {
        List<WorkerImage> images = new ArrayList<>();
        forEach(slot -> images.add(slot.image(states.encode(slot), slot.place())));
        return new SavedWorkers(
                images, residents.places(), directory == null ? Directory.Image.NONE : directory.image(), List.of());
    }

    /**
     * Marks the current cut (snapshot) as unusable: a worker whose state is not saved yet has got an answer from one
     * whose state is saved.
     */
    public void spoilCut() {
        cut.spoil();
    }

    public Cut cut() {
        return cut;
    }

    /**
     * Sends the saved messages again that were under way. Called after all processes have {@link #restore restored}
     * their workers.
     */
    public void sendAnew(SavedWorkers saved) {
        saved.messages().forEach(router::sendAnew);
    }

    /** Restores saved workers in this new table. Called before any thread runs. */
    public void restore(SavedWorkers saved) {
        residents.know(saved.places());
        cut.know(saved.places());
        saved.workers().forEach(image -> router.settle(new Slot(image, bodies), image.place()));
    }
}
