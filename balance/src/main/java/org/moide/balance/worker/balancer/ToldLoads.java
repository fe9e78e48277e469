package org.moide.balance.worker.balancer;

import java.util.HashMap;
import java.util.Map;
import org.moide.balance.worker.strategy.WorkerLoad;

/** The loads that others were told, so that they are not told the same again. */
final class ToldLoads {
    /** Demands below this part of a thread are as good as none. */
    private static final double NEXT_TO_NOTHING = 0.01;

    private final double part;
    private final long refreshNanos;
    private final Map<Integer, Told> told = new HashMap<>();

    private record Told(WorkerLoad load, long news, long atNanos) {}

    ToldLoads(double part, long refreshNanos) {
        this.part = part;
        this.refreshNanos = refreshNanos;
    }

    /**
     * Returns whether there is something to tell to a process.
     *
     * @param news how much has been heard of others, if that is told too, else 0
     */
    boolean isDue(int process, WorkerLoad load, long news, long nowNanos) {
        Told before = told.get(process);
        return before == null
                || news > before.news()
                || nowNanos - before.atNanos() >= refreshNanos
                || isOther(before.load(), load, part);
    }

    /** Notes what a process has been told. */
    void told(int process, WorkerLoad load, long news, long nowNanos) {
        told.put(process, new Told(load, Math.max(news, knownNews(process)), nowNanos));
    }

    /** Returns whether the last that the process heard was that there is no worker here. */
    boolean saidEmpty(int process) {
        Told last = told.get(process);
        return last != null && last.load().workers() == 0;
    }

    private long knownNews(int process) {
        Told before = told.get(process);
        return before == null ? 0 : before.news();
    }

    /** Returns whether one load differs from another of the same process by a part, or one of them is nothing. */
    static boolean isOther(WorkerLoad before, WorkerLoad now, double part) {
        double change = Math.abs(now.demand() - before.demand());
        boolean other = change > part * Math.max(before.demand(), now.demand()) && change >= NEXT_TO_NOTHING;
        return other
                || (before.workers() == 0) != (now.workers() == 0)
                || (before.demand() < NEXT_TO_NOTHING) != (now.demand() < NEXT_TO_NOTHING);
    }
}
