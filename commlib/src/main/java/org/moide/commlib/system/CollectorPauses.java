package org.moide.commlib.system;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.port.Pauses;

/**
 * The garbage collector's pauses, as the JVM's management beans report them. Loading the beans' classes takes some
 * hundredths of a second, so a thread of its own does it at the first request. Beans that report the time of
 * concurrent work are left out, since that is no pause.
 */
public final class CollectorPauses implements Pauses {
    private static final long NANOS_OF_MILLI = 1_000_000;

    /**
     * The words by which names of beans show that they count concurrent work, such as {@code G1 Concurrent GC} and
     * {@code ZGC Minor Cycles}.
     */
    private static final List<String> BESIDE = List.of("Concurrent", "Cycles");

    private final ThreadFactory threads;
    private final AtomicBoolean asked = new AtomicBoolean();
    private volatile @Nullable List<GarbageCollectorMXBean> collectors;

    /**
     * Creates the object; the management beans are loaded later, at the first request.
     *
     * @param threads makes the thread that loads the beans
     */
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
            millis += Math.max(0, collector.getCollectionTime()); // below 0 if the bean does not know
        }
        return millis * NANOS_OF_MILLI;
    }

    private static List<GarbageCollectorMXBean> stopping(List<GarbageCollectorMXBean> all) {
        return all.stream().filter(bean -> stops(bean.getName())).toList();
    }

    /** Returns whether a bean of this name reports time in which the program was stopped. */
    static boolean stops(String collector) {
        return BESIDE.stream().noneMatch(collector::contains);
    }
}
