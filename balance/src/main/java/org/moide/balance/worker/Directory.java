package org.moide.balance.worker;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.moide.balance.worker.strategy.Circles;
import org.moide.commlib.port.FixedOrder;

/**
 * The run's central directory, which only one process has. It knows the workers that wait for other workers to end, the
 * tasks that wait for other tasks, and the tasks for workers that have not begun (ALDY, §4.1: undirected objects and
 * global directives). Each method returns the messages to send.
 *
 * <p><b>Threads.</b> Any; this object guards everything. With its lock held it reads and updates places in {@link
 * Residents}, and saves messages in the {@link Cut}.
 */
public final class Directory {
    private final Map<Long, Set<Long>> workersWait = new TreeMap<>(); // by worker: the workers whose ends it waits for
    private final Map<Long, List<Long>> byWorker = new HashMap<>(); // by worker: the workers that wait for its end
    private final Map<Long, List<Dependent>> byTask = new HashMap<>();
    private final Set<Long> ended = new HashSet<>();
    private final Set<Long> handled = new HashSet<>();
    private final Set<Long> started = new HashSet<>();
    private final Map<Long, List<WorkerMessage.Task>> unborn = new TreeMap<>();
    private int cut;

    /**
     * A task that is sent only after certain planned tasks have been handled, and those of them for which it still
     * waits.
     */
    private static final class Dependent {
        final WorkerMessage.Task task;
        final Set<Long> after;

        Dependent(WorkerMessage.Task task, Set<Long> after) {
            this.task = task;
            this.after = after;
        }
    }

    /**
     * The directory's state at one moment, to be saved.
     *
     * @param workersWait by waiting worker: the workers whose ends it waits for
     * @param dependent tasks that wait for planned tasks
     * @param ended workers that have ended
     * @param handled the planned tasks that have been handled; empty if nobody reports these
     * @param started workers that began without a declaration
     * @param unborn tasks for workers that have not begun
     */
    public record Image(
            Map<Long, List<Long>> workersWait,
            List<WorkerMessage.Dependent> dependent,
            List<Long> ended,
            List<Long> handled,
            List<Long> started,
            List<WorkerMessage.Task> unborn)
            implements Serializable {
        private static final long serialVersionUID = 1L;

        /** The image for a process that does not have the directory. */
        public static final Image NONE = new Image(Map.of(), List.of(), List.of(), List.of(), List.of(), List.of());

        /**
         * Returns this image in the form for a restart on another number of processes, after which the directory itself
         * sends the tasks that wait.
         */
        Image amongOthers() {
            return new Image(
                    workersWait,
                    dependent.stream()
                            .map(each -> new WorkerMessage.Dependent(
                                    each.after(), each.task().from(WorkerTable.DIRECTORY, 0)))
                            .toList(),
                    ended,
                    handled,
                    started,
                    unborn.stream()
                            .map(task -> task.from(WorkerTable.DIRECTORY, 0))
                            .toList());
        }

        public Image {
            workersWait = FixedOrder.copyOf(workersWait);
            dependent = List.copyOf(dependent);
            ended = List.copyOf(ended);
            handled = List.copyOf(handled);
            started = List.copyOf(started);
            unborn = List.copyOf(unborn);
        }
    }

    /** Makes the directory at the start of a run, with the declared workers that wait for others. */
    public Directory(Declarations declarations) {
        for (Declarations.Workers workers : declarations.workers()) {
            if (!workers.rule().after().isEmpty()) {
                for (long worker = workers.first(); worker < workers.end(); worker++) {
                    waits(worker, workers.rule().after());
                }
            }
        }
    }

    /** Makes the directory from a saved image. */
    public Directory(Image image) {
        ended.addAll(image.ended());
        handled.addAll(image.handled());
        started.addAll(image.started());
        image.workersWait().forEach(this::waits);
        image.dependent().forEach(each -> dependent(each.after(), each.task()));
        image.unborn()
                .forEach(task -> unborn.computeIfAbsent(task.to(), any -> new ArrayList<>())
                        .add(task));
    }

    private boolean waits(long worker, List<Long> after) {
        Set<Long> open = new HashSet<>(after);
        open.removeAll(ended);
        if (open.isEmpty()) {
            return false;
        }
        workersWait.put(worker, open);
        open.forEach(other ->
                byWorker.computeIfAbsent(other, any -> new ArrayList<>()).add(worker));
        return true;
    }

    /** Saves a message for the cut (snapshot) if it was sent before a cut that the directory has already passed. */
    private void keepIfLate(WorkerMessage message, Cut cuts) {
        if (message.cut() < cut) {
            cuts.late(message, cut);
        }
    }

    /**
     * Takes the news that a worker has begun without a declaration.
     *
     * @return the messages that waited for it
     * @throws IllegalArgumentException if the worker's number was used before, or if the worker and another one wait
     *     for each other
     */
    synchronized List<WorkerMessage> begun(WorkerMessage.Begun begun, Cut cuts, Residents residents) {
        keepIfLate(begun, cuts);
        if (!started.add(begun.worker())) {
            throw new IllegalArgumentException("worker " + begun.worker() + " was started twice");
        }
        residents.learn(begun.worker(), begun.place());
        return begun(begun);
    }

    private List<WorkerMessage> begun(WorkerMessage.Begun begun) {
        List<WorkerMessage> out = new ArrayList<>();
        if (!begun.after().isEmpty() && !waits(begun.worker(), begun.after())) {
            out.add(new WorkerMessage.MayBegin(begun.worker(), cut));
        }
        if (byWorker.containsKey(begun.worker())) { // only if others wait for its end
            Circles.requireNone(List.of(begun.worker()), worker -> workersWait.getOrDefault(worker, Set.of()));
        }
        List<WorkerMessage.Task> waiting = unborn.remove(begun.worker());
        if (waiting != null) {
            waiting.forEach(task -> out.add(task.after(cut)));
        }
        return out;
    }

    synchronized List<WorkerMessage> ended(WorkerMessage.Ended message, Cut cuts, Residents residents) {
        keepIfLate(message, cuts);
        residents.learn(message.worker(), message.place());
        long worker = message.worker();
        ended.add(worker);
        List<WorkerMessage> out = new ArrayList<>();
        List<Long> waiting = byWorker.remove(worker);
        if (waiting != null) {
            for (Long other : waiting) {
                Set<Long> open = workersWait.get(other);
                if (open != null && open.remove(worker) && open.isEmpty()) {
                    workersWait.remove(other);
                    out.add(new WorkerMessage.MayBegin(other, cut));
                }
            }
        }
        return out;
    }

    synchronized List<WorkerMessage> dependent(WorkerMessage.Dependent message, Cut cuts) {
        keepIfLate(message, cuts);
        return dependent(message.after(), message.task());
    }

    private List<WorkerMessage> dependent(List<Long> after, WorkerMessage.Task task) {
        Set<Long> open = new HashSet<>(after);
        open.removeAll(handled);
        if (open.isEmpty()) {
            return List.of(task.after(cut));
        }
        Dependent waiting = new Dependent(task, open);
        open.forEach(planned ->
                byTask.computeIfAbsent(planned, any -> new ArrayList<>()).add(waiting));
        return List.of();
    }

    synchronized List<WorkerMessage> handled(WorkerMessage.Handled message, Cut cuts) {
        keepIfLate(message, cuts);
        long planned = message.planned();
        handled.add(planned);
        List<WorkerMessage> out = new ArrayList<>();
        List<Dependent> waiting = byTask.remove(planned);
        if (waiting != null) {
            for (Dependent each : waiting) {
                if (each.after.remove(planned) && each.after.isEmpty()) {
                    out.add(each.task.after(cut));
                }
            }
        }
        return out;
    }

    /**
     * Keeps a task for a worker that is not known here, until the worker begins.
     *
     * @return the messages to send, if the worker has begun meanwhile
     */
    synchronized List<WorkerMessage> keep(WorkerMessage.Task task, Cut cuts, Residents residents) {
        keepIfLate(task, cuts);
        unborn.computeIfAbsent(task.to(), any -> new ArrayList<>()).add(task);
        WorkerPlace place = residents.placeOf(task.to());
        return place == null
                ? List.of()
                : begun(new WorkerMessage.Begun(task.to(), place, List.of(), task.cut())); // it has begun meanwhile
    }

    /**
     * Passes a cut, the line between what happened before a snapshot and after it.
     *
     * @return the directory's image at this point
     */
    synchronized Image pass(int number) {
        cut = number;
        return image();
    }

    /**
     * Describes tasks and workers that wait for something that will never happen, one line each; empty if there are
     * none. Called when nothing in the run happens any more.
     */
    public synchronized List<String> leftOver() {
        List<String> lines = new ArrayList<>();
        unborn.forEach((worker, tasks) -> lines.add("worker " + worker + " never began, and was sent " + tasks.size()
                + (tasks.size() == 1 ? " task" : " tasks") + ", the first by "
                + WorkerTask.sender(tasks.get(0).from())));
        workersWait.forEach((worker, open) -> lines.add(
                "worker " + worker + " begins after worker " + open.iterator().next() + ", which has not ended"));
        byTask.forEach((planned, waiting) -> lines.add("a task for worker "
                + waiting.get(0).task.to() + " waits for planned task " + planned + ", which nobody has handled"));
        return lines;
    }

    /** Returns the directory's present state, to be saved. */
    public synchronized Image image() {
        Map<Long, List<Long>> waits = new HashMap<>();
        workersWait.forEach((worker, open) -> waits.put(worker, List.copyOf(open)));
        Set<Dependent> dependents = new HashSet<>();
        byTask.values().forEach(dependents::addAll);
        return new Image(
                waits,
                dependents.stream()
                        .map(each -> new WorkerMessage.Dependent(List.copyOf(each.after), each.task))
                        .toList(),
                List.copyOf(ended),
                List.copyOf(handled),
                List.copyOf(started),
                unborn.values().stream().flatMap(List::stream).toList());
    }
}
