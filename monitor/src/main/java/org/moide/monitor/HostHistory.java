package org.moide.monitor;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The history of a host's use, one {@link HostMoment} a second for the last ten minutes. Guarded by
 * {@link HostMonitor}'s lock.
 */
final class HostHistory {
    /** The number of moments that are kept: ten minutes at one each second. */
    static final int MOST = 600;

    /** The shortest interval: processor time is counted in hundredths of a second, so shorter intervals are inexact. */
    private static final double SHORTEST_SECONDS = 0.5;

    private final int processors;
    private final Deque<HostMoment> moments = new ArrayDeque<>();
    private @Nullable LoadSample last;
    private long lastNanos;

    HostHistory(int processors) {
        this.processors = processors;
    }

    /** Adds a sample; drops it if it follows the previous one too soon. */
    void add(LoadSample sample, long nowNanos) {
        LoadSample before = last;
        double seconds = (nowNanos - lastNanos) / 1e9;
        if (before != null && seconds < SHORTEST_SECONDS) {
            return;
        }
        if (before != null) {
            if (moments.size() == MOST) {
                moments.removeFirst();
            }
            moments.addLast(moment(before, sample, seconds));
        }
        last = sample;
        lastNanos = nowNanos;
    }

    private HostMoment moment(LoadSample before, LoadSample now, double seconds) {
        double ours = Math.min(processors, now.ourSecondsSince(before) / seconds);
        double all = Math.min(processors, Math.max(0, now.busySeconds() - before.busySeconds()) / seconds);
        HostFigures then = before.figures();
        HostFigures figures = now.figures();
        return new HostMoment(
                seconds,
                Math.max(ours, all),
                ours,
                busiest(then.processorSeconds(), figures.processorSeconds(), seconds),
                now.availableMemoryBytes(),
                Math.max(0, figures.receivedBytes() - then.receivedBytes()) / seconds,
                Math.max(0, figures.sentBytes() - then.sentBytes()) / seconds,
                figures.pressure());
    }

    private static double busiest(List<Double> then, List<Double> now, double seconds) {
        double most = Double.NaN;
        for (int processor = 0; processor < Math.min(then.size(), now.size()); processor++) {
            double busy = Math.min(1, Math.max(0, now.get(processor) - then.get(processor)) / seconds);
            most = Double.isNaN(most) ? busy : Math.max(most, busy);
        }
        return most;
    }

    /** Returns the latest moments (the host's use in about a second each), at most {@code count}, oldest first. */
    List<HostMoment> newest(int count) {
        List<HostMoment> all = new ArrayList<>(moments);
        return List.copyOf(all.subList(Math.max(0, all.size() - Math.max(0, count)), all.size()));
    }
}
