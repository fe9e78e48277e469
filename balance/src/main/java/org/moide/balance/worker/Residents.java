package org.moide.balance.worker;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The workers that are on an engine, where the others are as far as it knows, and tasks for those that are on their way here. A worker
 * that has had no task takes no room: it is where it began.
 *
 * <p><b>Threads.</b> Any. A worker that leaves is elsewhere in {@code places} before it is missing in {@code slots}; one that comes is
 * in both with {@code expecting} locked.
 */
final class Residents {
    private final int process;
    private final InitialPlaces initial;
    private final Map<Long, Slot> slots = new ConcurrentHashMap<>();
    private final Map<Long, Place> places = new ConcurrentHashMap<>(); // of those that are not where they began
    private final Map<Long, List<WorkerMessage.Task>> expecting = new HashMap<>();

    Residents(int process, InitialPlaces initial) {
        this.process = process;
        this.initial = initial;
    }

    /** Where a worker is, as far as it is known here; null if nothing is known. */
    @Nullable
    Place placeOf(long worker) {
        Place place = places.get(worker);
        return place == null ? initial.of(worker) : place;
    }

    /** The worker, if it is here. */
    @Nullable
    Slot here(long worker) {
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

    /** The worker, if it is here and has had a task. */
    @Nullable
    Slot touched(long worker) {
        return slots.get(worker);
    }

    /** Somebody has told where a worker is. */
    void learn(long worker, Place place) {
        places.merge(worker, place, (before, now) -> now.isNewerThan(before) ? now : before);
    }

    /** There is a new worker at this place; false if there is or was one of this number, as far as it is known here. */
    boolean begins(long worker, Place place) {
        return initial.of(worker) == null && places.putIfAbsent(worker, place) == null;
    }

    /** A worker has gone to this place, or ended. Called with its slot locked, before anybody finds it gone. */
    void leaves(Slot slot, Place to) {
        learn(slot.worker(), to);
        slot.phase(Slot.Phase.GONE);
    }

    void left(Slot slot) {
        slots.remove(slot.worker(), slot);
    }

    /** A worker is here from now on; the tasks that have waited for it, which are to be given to it. */
    List<WorkerMessage.Task> comes(Slot slot, Place place) {
        synchronized (expecting) {
            slots.put(slot.worker(), slot);
            learn(slot.worker(), place);
            List<WorkerMessage.Task> waiting = expecting.remove(slot.worker());
            return waiting == null ? List.of() : waiting;
        }
    }

    /** Keeps a task for a worker that is on its way here; false if it is not, or not any more. */
    boolean expect(WorkerMessage.Task task) {
        synchronized (expecting) {
            boolean here = slots.get(task.to()) != null;
            Place place = placeOf(task.to()); // read after that, see above
            boolean onItsWay = place == null || place.process() == process || task.version() > place.version();
            if (!here && onItsWay) {
                expecting.computeIfAbsent(task.to(), any -> new ArrayList<>()).add(task);
                return true;
            }
            return false;
        }
    }

    /** Tasks that wait for workers that have not come. */
    List<WorkerMessage.Task> expectedTasks() {
        synchronized (expecting) {
            List<WorkerMessage.Task> all = new ArrayList<>();
            expecting.values().forEach(all::addAll);
            return all;
        }
    }

    /** Tasks that wait for workers that have not come, a line for each of these. */
    private List<String> expected() {
        synchronized (expecting) {
            List<String> lines = new ArrayList<>();
            expecting.forEach((worker, tasks) -> lines.add("worker " + worker + " was to come to engine " + process
                    + ", where " + tasks.size() + (tasks.size() == 1 ? " task waits" : " tasks wait") + " for it"));
            return lines;
        }
    }

    /** What lies here for nobody, once nothing can happen any more: one line each. */
    List<String> leftOver() {
        List<String> lines = expected();
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
        return lines;
    }

    void forEach(Consumer<Slot> action) {
        slots.values().forEach(action);
    }

    /** The declared workers that are here and have not had a task, each made for this. */
    void forEachUntouched(Consumer<Slot> action) {
        for (Declarations.Workers range : initial.on(process)) {
            for (long worker = range.first(); worker < range.end(); worker++) {
                if (!slots.containsKey(worker) && !places.containsKey(worker)) {
                    action.accept(new Slot(worker, range.rule(), new Place(process, 0)));
                }
            }
        }
    }

    int count() {
        return slots.size();
    }

    Map<Long, Place> places() {
        return places;
    }

    void know(Map<Long, Place> known) {
        places.putAll(known);
    }
}
