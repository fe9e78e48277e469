package org.moide.balance.worker;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.moide.balance.worker.round.RoundMessage;
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
 * Slots guard themselves, {@link Residents} and {@link ReadyWorkers} say what guards what else. No lock is held when the outlet is
 * called.
 */
public final class WorkerTable {
    /** The process that knows for all what nobody else does. */
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

    /** A sender that is no worker: the application before workers begin. One for each run of {@code begin}. */
    public Slot beginning() {
        return new Slot(WorkerTask.BEGIN, WorkerRule.STAYS, new WorkerPlace(process, 0));
    }

    /**
     * Sends a task.
     *
     * @throws IllegalArgumentException if it is known here that the worker has ended
     */
    public void send(Slot sender, long to, WorkerTask task) {
        router.send(sender, to, task);
    }

    /** Sends a task like {@link #send}, once these planned tasks have been handled. */
    public void sendAfter(Slot sender, long to, WorkerTask task, List<Long> after) {
        router.sendAfter(sender, to, task, after);
    }

    /** An answer to a request that came from a process. */
    public void answer(int asker, WorkerMessage.Answer answer) {
        router.answer(asker, answer);
    }

    /** Takes a message of another process. */
    public void arrived(WorkerMessage message) {
        router.arrived(message);
    }

    // --- for the threads that run workers -------------------------------------------------------------------------

    /** A worker for the calling thread; null if none wants to run now. */
    public @Nullable Slot take() {
        return queue.take();
    }

    /** Returns whether {@link #take} may find a worker. */
    public boolean hasRunnable() {
        return queue.hasAny();
    }

    /**
     * Returns whether a thread may go on with its worker: while all come to rest only if somebody waits for the
     * worker's answer.
     */
    public boolean mayGoOn(Slot slot) {
        return queue.mayGoOn(slot);
    }

    /** A planned task has been handled, by a worker. */
    public void handled(Slot slot, long planned) {
        if (declarations.dependencies()) {
            router.tell(DIRECTORY, new WorkerMessage.Handled(planned, slot.cut()));
        }
    }

    /** The thread has done what it could for a worker. */
    public void release(Slot slot) {
        if (queue.release(slot)) {
            outlet.runnable();
        }
    }

    /** The running thread's word on whether its worker counts as active. */
    public void active(Slot slot, boolean now) {
        slot.active(now, queue);
    }

    /**
     * Brings a worker that is leaving ({@link Slot#isLeaving}) to where it goes, by the thread that has it. Whatever is
     * sent to it from here on goes there.
     *
     * @param state encodes its state, by user code; null if it has none yet
     * @return the worker as it was sent; null if it stays after all, and has been released
     */
    public @Nullable WorkerImage depart(Slot slot, Supplier<byte @Nullable []> state) {
        return cut.holding(() -> departs(slot, state));
    }

    private @Nullable WorkerImage departs(Slot slot, Supplier<byte @Nullable []> state) {
        WorkerPlace to;
        do {
            if (!slot.isLeaving()) { // where it was to go is on its way out
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

    /** Lets a worker go; null if it has to pass a cut first, or if it is to stay. */
    private @Nullable WorkerPlace goneTo(Slot slot) {
        WorkerPlace to = slot.leave(cut, crew, residents);
        if (to != null) {
            residents.left(slot);
        }
        return to;
    }

    /** A worker has ended, by the thread that has it. */
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
     * A worker begins that was not declared.
     *
     * @param starter who says so
     * @param where the process on which it begins
     * @throws IllegalArgumentException if it is known here that there is one of this number
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
        WorkerPlace place = new WorkerPlace(where, 1); // not 0, so that a task that comes there before it waits
        if (worker < 0 || !residents.begins(worker, place)) {
            throw new IllegalArgumentException("start of worker " + worker
                    + ": expected a number from 0 on that no worker has or had, found "
                    + (worker < 0 ? "one below 0" : "one that is known here"));
        }
        Slot made = new Slot(worker, rule, place);
        int passed = cut.cutOf(starter);
        made.passed(passed);
        // The directory first: whoever hears of it then finds it there.
        router.tell(DIRECTORY, new WorkerMessage.Begun(worker, place, rule.after(), passed));
        if (where == process) {
            router.settle(made, place);
        } else {
            router.tell(where, new WorkerMessage.Arrival(made.image(null, place), passed));
        }
    }

    // --- for the control thread -----------------------------------------------------------------------------------

    /** Moves a worker as soon as no thread has it; false if it is not here, may not move now, or is leaving already. */
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
     * Lets all come to rest, or go on: while they come to rest only requests are handled, and what lies before them.
     */
    public void closing(boolean now) {
        queue.closing(now);
        outlet.runnable();
    }

    /** Sets whether no worker is to begin to move. */
    public void still(boolean now) {
        crew.still(now);
    }

    /**
     * Answers a wave that finds out whether all is done: what was received is read first, then whether anything can
     * still happen by itself, then what was sent.
     */
    public RoundMessage.WaveTold wave(long number) {
        long received = counts.receivedMessages();
        boolean quiet = queue.isQuiet();
        return new RoundMessage.WaveTold(number, process, counts.sentMessages(), received, quiet, queue.waiting());
    }

    /** A worker's handler begins to wait for an answer; by its thread. */
    public void waitBegins(Slot slot) {
        queue.waitBegins(slot);
    }

    /**
     * Ends a handler's wait, since its answer is here; called by the thread that brings it, before the handler goes on.
     */
    public void waitEnds(Slot slot) {
        queue.waitEnds(slot);
    }

    /** The number of workers that are active now (ALDY, §4.2: l(t)). */
    public int activeWorkers() {
        return queue.activeWorkers();
    }

    /** The number of workers that are here: those that had a task. */
    public long workers() {
        return residents.count();
    }

    /** The workers that have run since the last call, each once. One thread at a time. */
    public List<Slot> takeThoseThatRan() {
        return queue.takeThoseThatRan();
    }

    /** Returns whether no worker has anything to do here, but for handlers that wait for answers. */
    public boolean isIdle() {
        return queue.isIdle();
    }

    public WorkerCounts counts() {
        return counts;
    }

    /** Looks at the workers that are here and have had a task. They may change meanwhile. */
    public void forEach(Consumer<Slot> action) {
        residents.forEach(action);
    }

    /** Looks at those that are here and have not had a task, each made for this: there may be many. */
    public void forEachUntouched(Consumer<Slot> action) {
        residents.forEachUntouched(action);
    }

    /** The place of a worker, as far as it is known here; null if nothing is known. */
    public @Nullable WorkerPlace placeOf(long worker) {
        return residents.placeOf(worker);
    }

    /** The crew of processes. */
    public Crew crew() {
        return crew;
    }

    /** The words about what lies here for nobody, once nothing can happen any more: one line each. */
    public List<String> leftOver() {
        List<String> lines = residents.leftOver();
        if (directory != null) {
            lines.addAll(directory.leftOver());
        }
        return lines;
    }

    // --- saved, while all is at rest --------------------------------------------------------------------------------

    /**
     * Saves all that is here, at rest.
     *
     * @param states encodes the state of a worker
     */
    public SavedWorkers save(SavedWorkers.StateEncoder states) {
        List<WorkerImage> images = new ArrayList<>();
        forEach(slot -> images.add(slot.image(states.encode(slot), slot.place())));
        return new SavedWorkers(
                images, residents.places(), directory == null ? Directory.Image.NONE : directory.image(), List.of());
    }

    /** An answer came to a worker from one that had passed a cut before it: that cut cannot be used. */
    public void spoilCut() {
        cut.spoil();
    }

    /** The table's part of consistent cuts. */
    public Cut cut() {
        return cut;
    }

    /** Sends anew what was on its way when workers were saved, once all processes have {@link #restore restored} theirs. */
    public void sendAnew(SavedWorkers saved) {
        saved.messages().forEach(router::sendAnew);
    }

    /** Puts in what was saved. Before any thread runs. */
    public void restore(SavedWorkers saved) {
        residents.know(saved.places());
        cut.know(saved.places());
        saved.workers().forEach(image -> router.settle(new Slot(image, bodies), image.place()));
    }
}
