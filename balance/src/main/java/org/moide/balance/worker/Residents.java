package org.moide.balance.worker;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.moide.balance.worker.leave.Departure;
import org.moide.commlib.port.FixedOrder;

/**
 * The workers on an engine, the known places of workers on other engines, and the messages for workers that are moving
 * to this engine. A worker without a task so far needs no memory: it is where it began.
 *
 * <p><b>Threads.</b> Any. A worker that leaves gets its new entry in {@code places} before it is removed from {@code
 * slots}. A worker that arrives is entered into both maps with {@code expecting} locked.
 */
final class Residents {
    /**
     * The messages that have waited for a worker on its way to this engine.
     *
     * @param word the permission to begin; null if that has not come
     */
    record Waiting(WorkerMessage.@Nullable MayBegin word, List<WorkerMessage.Task> tasks) {}

    private final int process;
    private volatile Formula formula;
    private final Object beginning = new Object();
    private final Map<Long, Slot> slots = new ConcurrentHashMap<>();
    private final Map<Long, WorkerPlace> places = new ConcurrentHashMap<>(); // of workers that are not where they began
    private final Map<Long, List<WorkerMessage.Task>> expecting = new HashMap<>();
    private final Map<Long, WorkerMessage.MayBegin> mayBegin =
            new HashMap<>(); // by arriving worker; guarded by expecting

    /**
     * The rule for places of workers that have not moved.
     *
     * @param dealt leaving processes; {@code initial} has redistributed the workers that would have begun on them
     * @param closed those of {@code dealt} to which nothing is sent any more
     */
    private record Formula(InitialPlaces initial, Set<Integer> dealt, Set<Integer> closed) {
        @Nullable
        WorkerPlace of(long worker) {
            return initial.of(worker);
        }

        Formula with(Departure departure) {
            return new Formula(initial.without(departure), with(dealt, departure.process()), closed);
        }

        Formula closing(int process) {
            return new Formula(initial, dealt, with(closed, process));
        }

        private static Set<Integer> with(Set<Integer> some, int process) {
            Set<Integer> more = new HashSet<>(some);
            more.add(process);
            return FixedOrder.copyOf(more);
        }

        /**
         * Returns whether a place is not valid any more, because it is the initial place of a worker on a leaving
         * process and the workers of that process were redistributed.
         */
        boolean isVoid(WorkerPlace place) {
            return place.version() == 0 && !dealt.isEmpty() && dealt.contains(place.process());
        }

        /**
         * Returns the given place; but if nothing is sent to its process any more, the place of the directory, which
         * knows where the worker went.
         */
        WorkerPlace now(WorkerPlace place) {
            return closed.isEmpty() || !closed.contains(place.process())
                    ? place
                    : new WorkerPlace(WorkerTable.DIRECTORY, place.version());
        }
    }

    /**
     * Creates the record of the workers on one process.
     *
     * @param initial the places where workers begin; processes that left before this one joined have no part in them
     */
    Residents(int process, InitialPlaces initial) {
        this.process = process;
        this.formula = new Formula(initial, initial.left(), initial.left());
    }

    /** Returns the place of a worker as this engine knows it; null if unknown. */
    @Nullable
    WorkerPlace placeOf(long worker) {
        WorkerPlace place = places.get(worker);
        Formula now = formula;
        return place == null || now.isVoid(place) ? now.of(worker) : now.now(place);
    }

    /** Returns whether a worker is known to be on another process than the one on which it began. */
    private boolean isElsewhere(long worker) {
        WorkerPlace place = places.get(worker);
        return place != null && !formula.isVoid(place);
    }

    /**
     * Returns the worker if it is on this engine; otherwise null. For a declared worker, its slot is made at its first
     * task.
     */
    @Nullable
    Slot here(long worker) {
        Slot slot = slots.get(worker);
        if (slot != null || isElsewhere(worker)) {
            return slot;
        }
        return formula.initial().declaredOn(process, worker) == null ? null : begun(worker);
    }

    private @Nullable Slot begun(long worker) {
        synchronized (beginning) {
            Declarations.Workers declared = formula.initial().declaredOn(process, worker);
            return declared == null
                    ? slots.get(worker)
                    : slots.computeIfAbsent(
                            worker,
                            number -> isElsewhere(number)
                                    ? null // it has just left or ended
                                    : new Slot(number, declared.rule(), new WorkerPlace(process, 0)));
        }
    }

    /** Returns the worker if it is on this engine and has had a task; otherwise null. */
    @Nullable
    Slot touched(long worker) {
        return slots.get(worker);
    }

    /** Records a worker's place, unless a newer one is known. */
    void learn(long worker, WorkerPlace place) {
        places.merge(worker, place, (before, now) -> now.isNewerThan(before) ? now : before);
    }

    /**
     * Adds a worker that begins at this place without a declaration.
     *
     * @return false if a worker of this number is known, or was known before
     */
    boolean begins(long worker, WorkerPlace place) {
        return formula.of(worker) == null && places.putIfAbsent(worker, place) == null;
    }

    /** Removes a worker that has left this engine or ended; its new place is already known. */
    void left(Slot slot) {
        slots.remove(slot.worker(), slot);
    }

    /**
     * Adds a worker that has moved to this engine, unless messages have waited for it. Then these are taken, and the
     * caller gives them to the worker before it calls this again. So no thread can find a worker that lacks some.
     *
     * @return the messages that have waited; null if the worker was added
     */
    @Nullable
    Waiting comes(Slot slot, WorkerPlace place) {
        synchronized (expecting) {
            WorkerMessage.MayBegin word = mayBegin.remove(slot.worker());
            List<WorkerMessage.Task> tasks = expecting.remove(slot.worker());
            if (word == null && (tasks == null || tasks.isEmpty())) {
                slots.put(slot.worker(), slot);
                learn(slot.worker(), place);
                return null;
            }
            expecting.put(slot.worker(), new ArrayList<>()); // until it has these it is on its way
            return new Waiting(word, tasks == null ? List.of() : tasks);
        }
    }

    /**
     * Keeps the permission to begin for a worker that is on its way to this engine.
     *
     * @return false if the worker is not on its way here
     */
    boolean expect(WorkerMessage.MayBegin word) {
        synchronized (expecting) {
            boolean here = slots.get(word.worker()) != null;
            WorkerPlace place = placeOf(word.worker()); // read after slots: a worker that arrives is in both
            if (!here && (place == null || place.process() == process)) {
                mayBegin.put(word.worker(), word);
                return true;
            }
            return false;
        }
    }

    /**
     * Keeps a task for a worker that is on its way to this engine.
     *
     * @return false if the worker is not on its way here
     */
    boolean expect(WorkerMessage.Task task) {
        synchronized (expecting) {
            boolean here = slots.get(task.to()) != null;
            WorkerPlace place = placeOf(task.to()); // read after slots, as above
            boolean onItsWay = place == null || place.process() == process || task.version() > place.version();
            if (!here && onItsWay) {
                expecting.computeIfAbsent(task.to(), any -> new ArrayList<>()).add(task);
                return true;
            }
            return false;
        }
    }

    /** Returns the messages that wait for workers on their way to this engine. */
    List<WorkerMessage> waiting() {
        synchronized (expecting) {
            List<WorkerMessage> all = new ArrayList<>(mayBegin.values());
            expecting.values().forEach(all::addAll);
            return all;
        }
    }

    /** Describes the tasks that wait for workers on their way to this engine, one line for each worker. */
    private List<String> expected() {
        synchronized (expecting) {
            List<String> lines = new ArrayList<>();
            expecting.forEach((worker, tasks) -> lines.add("worker " + worker + " was to come to engine " + process
                    + ", where " + tasks.size() + (tasks.size() == 1 ? " task waits" : " tasks wait") + " for it"));
            mayBegin.keySet()
                    .forEach(worker ->
                            lines.add("worker " + worker + " may begin, and was to come to engine " + process));
            return lines;
        }
    }

    /** Describes tasks that no worker will take, one line each. Called when nothing in the run happens any more. */
    List<String> leftOver() {
        List<String> lines = expected();
        forEach(slot -> {
            String line = slot.leftOver();
            if (line != null) {
                lines.add(line);
            }
        });
        return lines;
    }

    void forEach(Consumer<Slot> action) {
        slots.values().forEach(action);
    }

    /**
     * Calls the action with each declared worker of this engine that has had no task yet. The slots of these workers
     * are made for this call only.
     */
    void forEachUntouched(Consumer<Slot> action) {
        for (Declarations.Workers range : formula.initial().on(process)) {
            for (long worker = range.first(); worker < range.end(); worker++) {
                if (!slots.containsKey(worker) && !isElsewhere(worker)) {
                    action.accept(new Slot(worker, range.rule(), new WorkerPlace(process, 0)));
                }
            }
        }
    }

    int count() {
        return slots.size();
    }

    // --- processes that leave ---------------------------------------------------------------------------------------

    /**
     * Redistributes the workers that would begin on this process, because it leaves.
     *
     * @return for each remaining process, the places of those workers that it takes over and that have already begun,
     *     and so are elsewhere
     */
    Map<Integer, Map<Long, WorkerPlace>> handOver(Departure departure) {
        InitialPlaces before;
        synchronized (beginning) {
            before = formula.initial();
            formula = formula.with(departure);
        }
        forEach(slot -> slot.tellThatItBegan(this));
        Map<Integer, Map<Long, WorkerPlace>> byHeir = new HashMap<>();
        departure.heirs().forEach(heir -> byHeir.put(heir, new HashMap<>()));
        places.forEach((worker, place) -> {
            WorkerPlace began = before.of(worker);
            WorkerPlace heir = formula.of(worker);
            if (began != null && began.process() == process && heir != null) {
                byHeir.getOrDefault(heir.process(), new HashMap<>()).put(worker, place);
            }
        });
        return byHeir;
    }

    /**
     * Takes over, from a leaving process, some of the workers that would have begun on it.
     *
     * @param known the places of those of these workers that are elsewhere
     */
    void inherit(Departure departure, Map<Long, WorkerPlace> known) {
        known.forEach(this::learn);
        synchronized (beginning) {
            formula = formula.with(departure);
        }
    }

    boolean hasInherited(int from) {
        return formula.dealt().contains(from);
    }

    /** Stops sending to a process from which all workers have moved away. */
    void close(int to) {
        synchronized (beginning) {
            formula = formula.closing(to);
        }
    }

    boolean isAnyExpected() {
        synchronized (expecting) {
            return !expecting.isEmpty() || !mayBegin.isEmpty();
        }
    }

    Map<Long, WorkerPlace> places() {
        return places;
    }

    void know(Map<Long, WorkerPlace> known) {
        places.putAll(known);
    }
}
