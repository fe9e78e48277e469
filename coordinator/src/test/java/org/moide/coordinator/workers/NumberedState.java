package org.moide.coordinator.workers;

import java.io.Serializable;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/** The state of a worker of {@link NumberedTasks}. Its content depends on every task that the worker has handled. */
final class NumberedState implements Serializable {
    private static final long serialVersionUID = 1L;

    private static final long NOTHING = -1;

    private final long worker;
    private final TreeMap<Long, Long> said = new TreeMap<>();
    private final TreeMap<Long, Long> heard = new TreeMap<>();
    private final TreeMap<Integer, long[]> borders = new TreeMap<>();
    private final TreeSet<Long> planned = new TreeSet<>();
    int step;
    /** A value that each task changes. It depends on the order of the tasks. */
    long value;
    /** A sum to which tasks add their values. It does not depend on the order of the tasks. */
    long sum;

    long handled;
    /** A sum to which those tasks add their values that any worker of a group may handle. */
    long forAny;

    long handledForAny;

    /** The number of the planned task that this worker must handle next; below 0 if it may handle any task next. */
    long awaited = NOTHING;

    NumberedState(long worker) {
        this.worker = worker;
        this.value = NumberedTasks.mixed(worker, 1, 2);
    }

    /** Counts a task that this worker sends to the worker {@code worker}. Returns the number that the task gets. */
    long numberTo(long worker) {
        return said.merge(worker, 1L, Long::sum) - 1;
    }

    /**
     * Takes in the number of a task from another worker. Throws an exception unless it follows the number of the last
     * task from that worker.
     */
    void heard(long from, long number) {
        long expected = heard.merge(from, 1L, Long::sum) - 1;
        if (number != expected) {
            throw new IllegalStateException("worker " + worker + " in step " + step + ": expected the task of number "
                    + expected + " from " + from + ", found that of number " + number);
        }
    }

    void planned(long number) {
        if (!planned.add(number)) {
            throw new IllegalStateException("worker " + worker + ": found planned task " + number + " twice");
        }
    }

    void requirePlanned(long number) {
        if (!planned.contains(number)) {
            throw new IllegalStateException(
                    "worker " + worker + ": expected planned task " + number + " before what comes after it");
        }
    }

    /** Throws an exception if the worker must handle another task next, not this one. */
    void requireNext(NumberedTask task) {
        boolean isIt = task instanceof NumberedTask.Planned planned && planned.planned() == awaited;
        if (awaited != NOTHING && !isIt) {
            throw new IllegalStateException(
                    "worker " + worker + ": expected planned task " + awaited + " to be its next, found " + task);
        }
        awaited = NOTHING;
    }

    /**
     * Stores the value that a neighbour had at the beginning of a step.
     *
     * @param side which of the two neighbours sent it
     */
    void border(int ofStep, int side, long border) {
        long[] both = borders.computeIfAbsent(ofStep, none -> new long[3]);
        if (ofStep < step || both[2] > 1) {
            throw new IllegalStateException(
                    "worker " + worker + " in step " + step + ": found a border of step " + ofStep + " again");
        }
        both[side] = border;
        both[2]++;
    }

    /** Takes the next step if the values of both neighbours for it have arrived. Returns whether it has taken it. */
    boolean advance() {
        long[] both = borders.get(step);
        if (both == null || both[2] < 2) {
            return false;
        }
        borders.remove(step);
        value = value * 31 + both[0] * 17 + both[1] * 13;
        step++;
        return true;
    }

    NumberedState copy() {
        NumberedState copy = new NumberedState(worker);
        copy.said.putAll(said);
        copy.heard.putAll(heard);
        borders.forEach((each, both) -> copy.borders.put(each, both.clone()));
        copy.planned.addAll(planned);
        copy.step = step;
        copy.value = value;
        copy.sum = sum;
        copy.handled = handled;
        copy.forAny = forAny;
        copy.handledForAny = handledForAny;
        copy.awaited = awaited;
        return copy;
    }

    /**
     * Returns a digest of those parts of the state that do not depend on the order in which tasks of different workers
     * arrive.
     */
    long digest() {
        long digest = NumberedTasks.mixed(value, sum, step) + 31 * (handled - handledForAny) + borders.size();
        for (Map<Long, Long> counts : List.of(said, heard)) {
            for (Map.Entry<Long, Long> count : counts.entrySet()) {
                digest = NumberedTasks.mixed(digest, count.getKey(), count.getValue());
            }
        }
        for (long number : planned) {
            digest = NumberedTasks.mixed(digest, number, 3);
        }
        return digest;
    }
}
