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

/**
 * The workers that are on an engine, where the others are as far as it knows, and what is for those that are on their
 * way here. A worker that has had no task takes no room: it is where it began.
 *
 * <p><b>Threads.</b> Any. A worker that leaves is elsewhere in {@code places} before it is missing in {@code slots};
 * one that comes is in both with {@code expecting} locked.
 */
final class Residents {
    private final int process;
    private volatile Formula formula;
    private final Object beginning = new Object();
    private final Map<Long, Slot> slots = new ConcurrentHashMap<>();
    private final Map<Long, WorkerPlace> places = new ConcurrentHashMap<>(); // of those that are not where they began
    private final Map<Long, List<WorkerMessage.Task>> expecting = new HashMap<>();
    private final Map<Long, WorkerMessage.MayBegin> mayBegin =
            new HashMap<>(); // those that are on their way; with expecting locked

    /**
     * The formula of where workers begin, and the processes whose word counts no more.
     *
     * @param dealt processes that are leaving: what began there begins elsewhere, as {@code initial} says
     * @param closed those of them to which nothing is sent any more
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
            return Set.copyOf(more);
        }

        /** Returns whether a place says no more than what the formula said, before part of it was dealt anew. */
        boolean isVoid(WorkerPlace place) {
            return place.version() == 0 && !dealt.isEmpty() && dealt.contains(place.process());
        }

        /** The directory knows where a worker went from there. */
        WorkerPlace now(WorkerPlace place) {
            return closed.isEmpty() || !closed.contains(place.process())
                    ? place
                    : new WorkerPlace(WorkerTable.DIRECTORY, place.version());
        }
    }

    /** @param initial where workers begin, without the processes that had left before this one came */
    Residents(int process, InitialPlaces initial) {
        this.process = process;
        this.formula = new Formula(initial, initial.left(), initial.left());
    }

    /** The place of a worker, as far as it is known here; null if nothing is known. */
    @Nullable
    WorkerPlace placeOf(long worker) {
        WorkerPlace place = places.get(worker);
        Formula now = formula;
        return place == null || now.isVoid(place) ? now.of(worker) : now.now(place);
    }

    /** Returns whether somebody has told that a worker is not where it began. */
    private boolean isElsewhere(long worker) {
        WorkerPlace place = places.get(worker);
        return place != null && !formula.isVoid(place);
    }

    /** The worker, if it is here. */
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
                                    ? null // it has left, or ended, in this moment
                                    : new Slot(number, declared.rule(), new WorkerPlace(process, 0)));
        }
    }

    /** The worker, if it is here and has had a task. */
    @Nullable
    Slot touched(long worker) {
        return slots.get(worker);
    }

    /** Learns from somebody where a worker is. */
    void learn(long worker, WorkerPlace place) {
        places.merge(worker, place, (before, now) -> now.isNewerThan(before) ? now : before);
    }

    /** Begins a new worker at this place; false if there is or was one of this number, as far as it is known here. */
    boolean begins(long worker, WorkerPlace place) {
        return formula.of(worker) == null && places.putIfAbsent(worker, place) == null;
    }

    /** A worker has gone, or ended: others find it gone, and where to is known here. */
    void left(Slot slot) {
        slots.remove(slot.worker(), slot);
    }

    /** A worker is here from now on; what has waited for it, which is to be given to it. */
    List<WorkerMessage> comes(Slot slot, WorkerPlace place) {
        synchronized (expecting) {
            slots.put(slot.worker(), slot);
            learn(slot.worker(), place);
            List<WorkerMessage> waiting = new ArrayList<>();
            WorkerMessage.MayBegin word = mayBegin.remove(slot.worker());
            if (word != null) {
                waiting.add(word);
            }
            List<WorkerMessage.Task> tasks = expecting.remove(slot.worker());
            if (tasks != null) {
                waiting.addAll(tasks);
            }
            return waiting;
        }
    }

    /** Keeps the word that a worker may begin which is on its way here; false if it is not, or not any more. */
    boolean expect(WorkerMessage.MayBegin word) {
        synchronized (expecting) {
            boolean here = slots.get(word.worker()) != null;
            WorkerPlace place = placeOf(word.worker()); // read after that, as below
            if (!here && (place == null || place.process() == process)) {
                mayBegin.put(word.worker(), word);
                return true;
            }
            return false;
        }
    }

    /** Keeps a task for a worker that is on its way here; false if it is not, or not any more. */
    boolean expect(WorkerMessage.Task task) {
        synchronized (expecting) {
            boolean here = slots.get(task.to()) != null;
            WorkerPlace place = placeOf(task.to()); // read after that, see above
            boolean onItsWay = place == null || place.process() == process || task.version() > place.version();
            if (!here && onItsWay) {
                expecting.computeIfAbsent(task.to(), any -> new ArrayList<>()).add(task);
                return true;
            }
            return false;
        }
    }

    /** The messages that wait for workers that have not come. */
    List<WorkerMessage> waiting() {
        synchronized (expecting) {
            List<WorkerMessage> all = new ArrayList<>(mayBegin.values());
            expecting.values().forEach(all::addAll);
            return all;
        }
    }

    /** The words about what waits for workers that have not come, a line for each of these. */
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

    /** The words about what lies here for nobody, once nothing can happen any more: one line each. */
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

    /** The declared workers that are here and have not had a task, each made for this. */
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
     * Hands over when this process leaves: where workers are that have begun here and are not where they began is told
     * to who is asked for it from now on, by process. Nothing begins here any more.
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
     * Inherits from a process that leaves: what of its workers begins here from now on is not all of its part, for
     * these are elsewhere.
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

    /** Closes a process from which all workers have gone: nothing is sent there any more. */
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
