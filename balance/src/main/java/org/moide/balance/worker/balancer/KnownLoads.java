package org.moide.balance.worker.balancer;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.moide.balance.worker.strategy.WorkerLoad;

/**
 * The loads that other processes have told, the newest of each, and the moves since.
 *
 * <p>A load is measured over a window. So when a worker moves, the measured load of its new process rises only
 * gradually, and that of the old one falls as slowly. This class adds the part that is not measured yet. Without that a
 * process would again and again send workers to the same destination.
 */
final class KnownLoads {
    /** The most moves remembered. A step makes at most some dozens, so older ones have nearly no effect. */
    private static final int MOST_MOVES = 10_000;

    private final long windowNanos;
    private final long soonNanos;
    private final Map<Integer, Heard> heard = new HashMap<>();
    private final Deque<Moved> moved = new ArrayDeque<>();
    private long news;

    private record Heard(WorkerLoad load, long atNanos) {}

    private record Moved(int process, double demandHere, double demandThere, long atNanos) {}

    /**
     * Creates an empty record of loads.
     *
     * @param soonNanos the longest time until a process counts a worker that has moved to it
     */
    KnownLoads(long windowNanos, long soonNanos) {
        this.windowNanos = windowNanos;
        this.soonNanos = soonNanos;
    }

    /**
     * Takes over a load from a letter, unless a newer one of that process is known.
     *
     * @param toldPart the least relative change for which a load is worth passing on
     */
    void hear(WorkerLoad load, double toldPart, long nowNanos) {
        Heard before = heard.get(load.process());
        if (before == null || load.version() > before.load().version()) {
            heard.put(load.process(), new Heard(load, nowNanos));
            if (before == null || ToldLoads.isOther(before.load(), load, toldPart)) {
                news++;
            }
        }
    }

    /** Returns the number of loads of other processes, heard so far, that are worth passing on. */
    long news() {
        return news;
    }

    /** Records that a worker moves from this process to another one. */
    void moved(int process, double demandHere, double demandThere, long nowNanos) {
        moved.addLast(new Moved(process, demandHere, demandThere, nowNanos));
        if (moved.size() > MOST_MOVES) {
            moved.removeFirst();
        }
    }

    void step(long nowNanos) {
        while (!moved.isEmpty() && nowNanos - moved.peekFirst().atNanos() > Math.max(windowNanos, soonNanos)) {
            moved.removeFirst();
        }
    }

    @Nullable
    WorkerLoad load(int process, long nowNanos) {
        Heard of = heard.get(process);
        if (of == null) {
            return null;
        }
        double demand = 0;
        int workers = 0;
        for (Moved move : moved) {
            if (move.process() == process) {
                demand += move.demandThere() * unmeasured(move, nowNanos);
                workers += nowNanos - move.atNanos() <= soonNanos ? 1 : 0;
            }
        }
        return of.load().older(nowNanos - of.atNanos()).changedBy(demand, workers);
    }

    /**
     * Returns whether, as far as is known, a process has no worker, and none is on its way to it from this process.
     *
     * @param mostAgeNanos how old the load that says so may be
     */
    boolean isEmpty(int process, long mostAgeNanos, long nowNanos) {
        Heard of = heard.get(process);
        if (of == null || of.load().workers() > 0 || of.load().ageNanos() + nowNanos - of.atNanos() > mostAgeNanos) {
            return false;
        }
        Iterator<Moved> latest = moved.descendingIterator();
        while (latest.hasNext()) {
            Moved move = latest.next();
            if (nowNanos - move.atNanos() > soonNanos) {
                return true;
            }
            if (move.process() == process) {
                return false;
            }
        }
        return true;
    }

    /** Returns the part of this process's measured demand that is due to workers which have already moved away. */
    double left(long nowNanos) {
        double demand = 0;
        for (Moved move : moved) {
            demand += move.demandHere() * unmeasured(move, nowNanos);
        }
        return demand;
    }

    private double unmeasured(Moved move, long nowNanos) {
        return Math.max(0, 1 - (double) (nowNanos - move.atNanos()) / windowNanos);
    }

    /** Returns the loads of other processes as these told them, the newest first. */
    List<WorkerLoad> newest(int most, int withoutProcess, long nowNanos) {
        List<WorkerLoad> loads = new ArrayList<>();
        heard.forEach((process, of) -> {
            if (process != withoutProcess) {
                loads.add(of.load().older(nowNanos - of.atNanos()));
            }
        });
        loads.sort(Comparator.comparingLong(WorkerLoad::ageNanos).thenComparingInt(WorkerLoad::process));
        return loads.subList(0, Math.min(most, loads.size()));
    }
}
