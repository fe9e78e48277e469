package org.moide.balance.worker.balancer;

import java.util.HashMap;
import java.util.Map;
import org.moide.balance.worker.strategy.WorkerLoad;

/** The loads last told to each other process, so that unchanged loads are not told again. */
final class ToldLoads {
    /** The demand, in threads, below which a process counts as idle. */
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
     * Returns whether a process must be told a load, because this process's load has changed, because the process was
     * told nothing for long, or because there is news of others.
     *
     * @param news the number of loads heard from others so far, if these are passed on; otherwise 0
     */
    boolean isDue(int process, WorkerLoad load, long news, long nowNanos) {
        Told before = told.get(process);
        return before == null
                || news > before.news()
                || nowNanos - before.atNanos() >= refreshNanos
                || isOther(before.load(), load, part);
    }

    /** Records the loads that a process was told. */
    void told(int process, WorkerLoad load, long news, long nowNanos) {
        told.put(process, new Told(load, Math.max(news, knownNews(process)), nowNanos));
    }

    /** Returns whether the last load that the process was told says that there is no worker on this process. */
    boolean saidEmpty(int process) {
        Told last = told.get(process);
        return last != null && last.load().workers() == 0;
    }

    private long knownNews(int process) {
        Told before = told.get(process);
        return before == null ? 0 : before.news();
    }

    /**
     * Returns whether two loads of a process differ so much that the new one must be told: by more than {@code part},
     * or because exactly one of them is zero.
     */
    static boolean isOther(WorkerLoad before, WorkerLoad now, double part) {
        double change = Math.abs(now.demand() - before.demand());
        boolean other = change > part * Math.max(before.demand(), now.demand()) && change >= NEXT_TO_NOTHING;
        return other
                || (before.workers() == 0) != (now.workers() == 0)
                || (before.demand() < NEXT_TO_NOTHING) != (now.demand() < NEXT_TO_NOTHING);
    }
}
