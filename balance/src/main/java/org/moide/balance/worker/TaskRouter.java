package org.moide.balance.worker;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Delivers tasks and other messages of workers: to a worker on this engine, to the engine where the worker is believed
 * to be, or to the directory. It forwards messages for workers that have moved.
 *
 * <p><b>Threads.</b> The same as for {@link WorkerTable}, which owns it.
 */
final class TaskRouter {
    private final int process;
    private final Declarations declarations;
    private final Residents residents;
    private final ReadyWorkers queue;
    private final WorkerCounts counts;
    private final Cut cut;
    private final WorkerOutlet outlet;
    private final BodyReader bodies;
    private final @Nullable Directory directory;
    private final Arriving arriving = new Arriving();

    TaskRouter(
            int process,
            Declarations declarations,
            Residents residents,
            ReadyWorkers queue,
            WorkerCounts counts,
            Cut cut,
            @Nullable Directory directory,
            BodyReader bodies,
            WorkerOutlet outlet) {
        this.process = process;
        this.declarations = declarations;
        this.residents = residents;
        this.queue = queue;
        this.counts = counts;
        this.cut = cut;
        this.directory = directory;
        this.bodies = bodies;
        this.outlet = outlet;
    }

    // --- sending, by the thread that runs the sender ----------------------------------------------------------------

    /**
     * Sends a task of worker {@code sender} to worker {@code to}.
     *
     * @throws IllegalArgumentException if the receiver is known to have ended
     */
    void send(Slot sender, long to, WorkerTask task) {
        Slot local = residents.here(to);
        while (local == null || !sendHere(sender, local, task)) {
            if (sendAway(sender, to, task)) {
                return;
            }
            local = residents.here(to);
        }
    }

    /** Sends a task that is delivered after these planned tasks have been handled. */
    void sendAfter(Slot sender, long to, WorkerTask task, List<Long> after) {
        if (!declarations.dependencies()) {
            throw new IllegalStateException("sendAfter to worker " + to + ": expected dependencies() to be called in"
                    + " begin, so that ends of planned tasks are told");
        }
        // It is ordered after the tasks it waits for, not among this sender's, so it has no sender.
        WorkerPlace place = residents.placeOf(to);
        requireNotEnded(to, place);
        // The directory routes it by its own knowledge; with the place known here it might wait for the worker there.
        WorkerMessage.Task message = letter(sender, to, WorkerCounts.UNORDERED, null, task);
        tell(WorkerTable.DIRECTORY, new WorkerMessage.Dependent(after, message));
    }

    /**
     * Gives a task to a worker on this engine.
     *
     * @return false if the caller must try again, since the worker has gone or a cut has begun
     */
    private boolean sendHere(Slot sender, Slot local, WorkerTask task) {
        // Made before the slot is locked, since it runs user code.
        WorkerMessage.Task late =
                cut.isBehind(sender) ? letter(sender, local.worker(), sender.next(local.worker()), null, task) : null;
        return isTaken(local.takeFrom(sender, task, late, cut, queue));
    }

    private boolean isTaken(Slot.Taken taken) {
        if (taken == Slot.Taken.WAKING) {
            outlet.runnable();
        }
        return taken != Slot.Taken.REFUSED;
    }

    /**
     * Sends a task to another process.
     *
     * @return false if the worker is now on this engine, or on its way to it
     */
    private boolean sendAway(Slot sender, long to, WorkerTask task) {
        WorkerPlace place = residents.placeOf(to);
        requireNotEnded(to, place);
        if (place != null && place.process() == process && residents.here(to) != null) {
            return false;
        }
        long number = sender.next(to);
        WorkerMessage.Task message = letter(sender, to, number, place, task);
        sender.next(to, number + 1);
        counts.remote();
        if (place == null) {
            tell(WorkerTable.DIRECTORY, message);
        } else {
            tell(place.process(), message);
        }
        return true;
    }

    private void requireNotEnded(long to, @Nullable WorkerPlace place) {
        if (place != null && place.isEnd()) {
            throw new IllegalArgumentException(
                    "a task for worker " + to + ": expected a worker that goes on, found one that has ended");
        }
    }

    private WorkerMessage.Task letter(Slot sender, long to, long number, @Nullable WorkerPlace place, WorkerTask task) {
        return WorkerMessage.Task.of(to, number, process, place, cut.cutOf(sender), task);
    }

    /** Sends the answer to a request of process {@code asker}. */
    void answer(int asker, WorkerMessage.Answer answer) {
        if (asker == process) {
            outlet.answered(answer);
        } else {
            tell(asker, answer);
        }
    }

    /**
     * Sends a message to a process, which may be this one. Messages that may cause work are counted, so that the end of
     * all work can be detected.
     */
    void tell(int to, WorkerMessage message) {
        if (to == process) {
            message.handle(arriving);
        } else {
            counts.sent(message);
            if (!outlet.toProcess(to, message)) {
                counts.unsent(message);
                otherwise(message);
            }
        }
    }

    /**
     * Handles a message for a process that has left. Tasks and permissions to begin are handled as if this process had
     * received them; other messages are dropped.
     */
    private void otherwise(WorkerMessage message) {
        if (message instanceof WorkerMessage.Task task) {
            arriving.task(task);
        } else if (message instanceof WorkerMessage.MayBegin mayBegin) {
            arriving.mayBegin(mayBegin);
        }
    }

    // --- what comes from other processes ----------------------------------------------------------------------------

    /** Takes a message from another process: handles it, keeps it, or forwards it. */
    void arrived(WorkerMessage message) {
        cut.begin(message.cut());
        message.handle(arriving);
        counts.received(message);
    }

    private final class Arriving implements WorkerMessage.Handler {
        @Override
        public void task(WorkerMessage.Task task) {
            Slot local = residents.here(task.to());
            if (local == null || !isTaken(local.take(task, cut, bodies, queue))) {
                elsewhere(task);
            }
        }

        @Override
        public void answer(WorkerMessage.Answer answer) {
            outlet.answered(answer);
        }

        @Override
        public void arrival(WorkerMessage.Arrival arrival) {
            Slot slot = new Slot(arrival.worker(), bodies);
            slot.passed(arrival.cut());
            settle(slot, arrival.worker().place());
        }

        @Override
        public void located(WorkerMessage.Located located) {
            residents.learn(located.worker(), located.place());
        }

        @Override
        public void begun(WorkerMessage.Begun begun) {
            List<WorkerMessage> next;
            try {
                next = required().begun(begun, cut, residents);
            } catch (IllegalArgumentException twiceOrCircle) {
                outlet.hopeless(String.valueOf(twiceOrCircle.getMessage()));
                return;
            }
            sendOn(next);
        }

        @Override
        public void ended(WorkerMessage.Ended ended) {
            sendOn(required().ended(ended, cut, residents));
        }

        @Override
        public void mayBegin(WorkerMessage.MayBegin mayBegin) {
            Slot slot = residents.here(mayBegin.worker());
            if (slot == null || !mayBeginHere(slot, mayBegin)) {
                mayBeginElsewhere(mayBegin);
            }
        }

        @Override
        public void dependent(WorkerMessage.Dependent dependent) {
            sendOn(required().dependent(dependent, cut));
        }

        @Override
        public void handled(WorkerMessage.Handled handled) {
            sendOn(required().handled(handled, cut));
        }

        @Override
        public void inheritance(WorkerMessage.Inheritance inheritance) {
            residents.inherit(inheritance.departure(), inheritance.known());
        }
    }

    private Directory required() {
        if (directory == null) {
            throw new IllegalStateException("process " + process + ": expected what is for the directory at process 0");
        }
        return directory;
    }

    /**
     * Handles the permission to begin for a worker that is not on this engine: keeps it if the worker is on its way
     * here, and forwards it if the worker has left.
     */
    private void mayBeginElsewhere(WorkerMessage.MayBegin mayBegin) {
        if (residents.expect(mayBegin)) {
            return;
        }
        WorkerPlace place = residents.placeOf(mayBegin.worker());
        if (place == null || place.process() == process) {
            arriving.mayBegin(mayBegin); // it has just arrived
        } else if (place.isEnd()) {
            throw new IllegalStateException("worker " + mayBegin.worker() + " may begin: expected it at process "
                    + process + ", where it waits, found that it has ended");
        } else {
            tell(place.process(), mayBegin);
        }
    }

    /**
     * Gives the permission to begin to a worker on this engine.
     *
     * @return false if the worker has gone meanwhile
     */
    private boolean mayBeginHere(Slot slot, WorkerMessage.MayBegin mayBegin) {
        keepBefore(slot, mayBegin);
        return isTaken(slot.take(mayBegin, cut, queue));
    }

    /** Lets a worker, which has not begun, pass the cut that the permission to begin belongs after. */
    private void keepBefore(Slot slot, WorkerMessage.MayBegin mayBegin) {
        if (mayBegin.cut() > cut.cutOf(slot)) {
            cut.begin(mayBegin.cut()); // the cut may have begun elsewhere
            cut.keepIfBehind(slot, () -> null); // it has no state yet
        }
    }

    private void sendOn(List<WorkerMessage> messages) {
        for (WorkerMessage message : messages) {
            if (message instanceof WorkerMessage.MayBegin mayBegin) {
                WorkerPlace place = residents.placeOf(mayBegin.worker());
                if (place == null) {
                    throw new IllegalStateException("worker " + mayBegin.worker() + " may begin, and is nowhere");
                }
                tell(place.process(), message);
            } else {
                message.handle(arriving); // a task: delivered here, or forwarded
            }
        }
    }

    /** Handles a task for a worker that is not on this engine. */
    private void elsewhere(WorkerMessage.Task task) {
        WorkerPlace place = residents.placeOf(task.to());
        if (place == null) {
            if (task.version() > 0) {
                expect(task);
            } else if (directory == null) {
                counts.forwarded(task.hops() + 1);
                tell(WorkerTable.DIRECTORY, task.forwarded(0));
            } else {
                sendOn(directory.keep(task, cut, residents));
            }
        } else if (place.isEnd()) {
            outlet.hopeless(
                    "worker " + task.to() + " has ended, and was sent a task by " + WorkerTask.sender(task.from()));
        } else if (place.process() == process || task.version() > place.version()) {
            expect(task);
        } else {
            counts.forwarded(task.hops() + 1);
            tell(place.process(), task.forwarded(place.version()));
            if (task.origin() != process) {
                tell(task.origin(), new WorkerMessage.Located(task.to(), place));
            }
        }
    }

    /** Keeps a task for a worker that is on its way to this engine. */
    private void expect(WorkerMessage.Task task) {
        if (!residents.expect(task)) {
            arriving.task(task);
        }
    }

    /** Sends a message again that was under way when a snapshot saved it, after a restart from that snapshot. */
    void sendAnew(WorkerMessage saved) {
        WorkerMessage message = saved.anew(process);
        if (message instanceof WorkerMessage.Task task) {
            arriving.task(task);
        } else if (message instanceof WorkerMessage.MayBegin) {
            sendOn(List.of(message));
        } else {
            tell(WorkerTable.DIRECTORY, message);
        }
    }

    /**
     * Adds a worker that has moved to this engine, by way of the current {@link Cut} (snapshot), so that tasks which
     * waited for it are saved once.
     */
    void settle(Slot slot, WorkerPlace place) {
        cut.settle(slot, place, this);
    }

    /**
     * Adds a worker that has moved to this engine, with the messages that have waited for it. If another thread could
     * run the worker before it has these, it might leave without them, and they would be sent after it although a cut
     * that they belong before is complete. Called by {@link Cut#settle}.
     */
    void comes(Slot slot, WorkerPlace place) {
        for (Residents.Waiting waiting = residents.comes(slot, place);
                waiting != null;
                waiting = residents.comes(slot, place)) {
            WorkerMessage.MayBegin word = waiting.word();
            if (word != null) {
                keepBefore(slot, word);
                slot.get(word, cut);
            }
            waiting.tasks().forEach(task -> slot.get(task, cut, bodies));
        }
        cut.look(slot);
        if (slot.schedule(queue)) {
            outlet.runnable();
        }
    }
}
