package org.moide.balance.strategy;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.moide.balance.data.ClassCount;
import org.moide.balance.data.DataIndex;
import org.moide.balance.data.TaskClass;

/**
 * The choice of the classes of tasks to ask neighbours for, when the number of tasks is already known (TDC, §4.2, task
 * selection strategy). Again and again it takes the class with the fewest bytes per task whose objects fit into the
 * store, from all neighbours that have tasks of it.
 */
final class ClassSelection {
    /** One neighbour's offer: its tasks by class, and the greatest number that it may be asked for. */
    static final class Offer {
        final int neighbour;
        private final double load;
        private long demand;
        private final Map<TaskClass, Long> available = new LinkedHashMap<>();
        private final List<ClassCount> chosen = new ArrayList<>();
        private long chosenPlain;

        /**
         * Makes a neighbour's offer, of which nothing is chosen yet.
         *
         * @param demand the most tasks to ask for; d_i of the paper
         * @param load the number of tasks that this member would compute in the time that the neighbour needs for its
         *     tasks
         * @param tasks the number of all the neighbour's tasks
         * @param classes its tasks that read data objects
         */
        Offer(int neighbour, long demand, double load, long tasks, List<ClassCount> classes) {
            this.neighbour = neighbour;
            this.load = load;
            this.demand = demand;
            long plain = tasks;
            for (ClassCount count : classes) {
                available.put(count.taskClass(), count.tasks());
                plain -= count.tasks();
            }
            if (plain > 0) {
                available.put(TaskClass.NONE, plain);
            }
        }

        /**
         * Returns the greatest number of tasks of a class that this member should take: it has to wait for their data
         * first, and still must not finish later than the neighbour.
         */
        private long most(TaskClass taskClass, double comeLoad) {
            long tasks = Math.min(demand, available.getOrDefault(taskClass, 0L));
            return Math.max(0, Math.min(tasks, (long) Math.ceil((load - comeLoad) / 2)));
        }

        private void choose(TaskClass taskClass, double comeLoad) {
            long tasks = most(taskClass, comeLoad);
            if (tasks == 0) {
                return;
            }
            demand -= tasks;
            available.remove(taskClass);
            if (taskClass.isNone()) {
                chosenPlain += tasks;
            } else {
                chosen.add(new ClassCount(taskClass, tasks));
            }
        }

        /** Makes the request to the neighbour for the chosen tasks; null if none are chosen. */
        Decision.@Nullable Ask ask() {
            long tasks =
                    chosenPlain + chosen.stream().mapToLong(ClassCount::tasks).sum();
            if (tasks == 0) {
                return null;
            }
            // Tasks without data objects have no class to ask for.
            return chosenPlain > 0
                    ? new Decision.Ask(neighbour, tasks, false)
                    : new Decision.Ask(neighbour, tasks, false, chosen);
        }
    }

    private final DataIndex data;
    private final double nanosEach;
    private final long mostClasses;
    private final Set<TaskClass> held = new HashSet<>();
    private final Set<Long> heldObjects = new HashSet<>();
    private long heldBytes;

    /**
     * Begins the choice for this member, which has tasks of the classes {@code own}.
     *
     * @param nanosEach the mean time between the ends of two tasks when all threads of this member compute
     * @param mostClasses the most classes that this member's tasks may have
     */
    ClassSelection(DataIndex data, List<ClassCount> own, double nanosEach, long mostClasses) {
        this.data = data;
        this.nanosEach = nanosEach;
        this.mostClasses = mostClasses;
        own.forEach(count -> hold(count.taskClass()));
    }

    private void hold(TaskClass taskClass) {
        held.add(taskClass);
        for (long id : taskClass.ids()) {
            if (heldObjects.add(id)) {
                heldBytes += data.classBytes(TaskClass.of(id));
            }
        }
    }

    /**
     * Chooses classes of tasks from the offers of all neighbours, until the demand is met or the store has room for no
     * further class.
     */
    void choose(List<Offer> offers) {
        Set<TaskClass> classes = new HashSet<>();
        List<TaskClass> all = new ArrayList<>(); // for a fixed order
        for (Offer offer : offers) {
            for (TaskClass taskClass : offer.available.keySet()) {
                if (classes.add(taskClass)) {
                    all.add(taskClass);
                }
            }
        }
        TaskClass next = cheapest(all, offers);
        while (next != null) {
            double comeLoad = comeLoad(next);
            for (Offer offer : offers) {
                offer.choose(next, comeLoad);
            }
            all.remove(next);
            if (!next.isNone()) {
                hold(next);
            }
            next = cheapest(all, offers);
        }
    }

    private @Nullable TaskClass cheapest(List<TaskClass> classes, List<Offer> offers) {
        TaskClass best = null;
        double least = Double.POSITIVE_INFINITY;
        long most = 0;
        for (TaskClass taskClass : classes) {
            long tasks = 0;
            double comeLoad = comeLoad(taskClass);
            for (Offer offer : offers) {
                tasks += offer.most(taskClass, comeLoad);
            }
            if (tasks == 0 || !isAffordable(taskClass)) {
                continue;
            }
            double cost = (double) cost(taskClass) / tasks;
            if (cost < least || (cost == least && tasks > most)) {
                best = taskClass;
                least = cost;
                most = tasks;
            }
        }
        return best;
    }

    private boolean isAffordable(TaskClass taskClass) {
        if (taskClass.isNone() || held.contains(taskClass)) {
            return true;
        }
        long bytes = 0;
        for (long id : taskClass.ids()) {
            bytes += heldObjects.contains(id) ? 0 : data.classBytes(TaskClass.of(id));
        }
        return held.isEmpty() || (held.size() < mostClasses && bytes <= data.memoryBytes() - heldBytes);
    }

    /** Returns the number of tasks that this member computes while the class's objects are fetched. */
    private double comeLoad(TaskClass taskClass) {
        return data.transferNanos(cost(taskClass)) / nanosEach;
    }

    /**
     * Returns the bytes to fetch for a class, not counting objects that are fetched for other chosen classes anyway.
     */
    private long cost(TaskClass taskClass) {
        if (held.contains(taskClass)) {
            return 0;
        }
        long bytes = 0;
        for (long id : taskClass.ids()) {
            bytes += heldObjects.contains(id) ? 0 : data.missingBytes(TaskClass.of(id));
        }
        return bytes;
    }
}
