package org.moide.commlib.system;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.port.Pauses;

/**
 * The pauses that the JVM tells of its collectors. Their classes take some hundredths of a second to load, so they are
 * loaded by a thread of their own when somebody asks first. Those that tell the time of a collector that works beside
 * the program are left out: it is no pause.
 */
public final class CollectorPauses implements Pauses {
    private static final long NANOS_OF_MILLI = 1_000_000;

    /**
     * The words in names of what works beside the program, such as {@code G1 Concurrent GC} and
     * {@code ZGC Minor Cycles}.
     */
    private static final List<String> BESIDE = List.of("Concurrent", "Cycles");

    private final ThreadFactory threads;
    private final AtomicBoolean asked = new AtomicBoolean();
    private volatile @Nullable List<GarbageCollectorMXBean> collectors;

    /** @param threads makes the thread that loads them */
    public CollectorPauses(ThreadFactory threads) {
        this.threads = threads;
    }

    @Override
    public long nanos() {
        List<GarbageCollectorMXBean> known = collectors;
        if (known == null) {
            if (!asked.getAndSet(true)) {
                Thread loading =
                        threads.newThread(() -> collectors = stopping(ManagementFactory.getGarbageCollectorMXBeans()));
                loading.setName("pauses");
                loading.start();
            }
            return UNKNOWN;
        }
        long millis = 0;
        for (GarbageCollectorMXBean collector : known) {
            millis += Math.max(0, collector.getCollectionTime()); // below 0 where it is not told
        }
        return millis * NANOS_OF_MILLI;
    }

    private static List<GarbageCollectorMXBean> stopping(List<GarbageCollectorMXBean> all) {
        return all.stream().filter(bean -> stops(bean.getName())).toList();
    }

    /** Returns whether the time of a collector of this name is time in which the program stood still. */
    static boolean stops(String collector) {
        return BESIDE.stream().noneMatch(collector::contains);
    }
}
