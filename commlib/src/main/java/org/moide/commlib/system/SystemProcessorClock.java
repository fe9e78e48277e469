package org.moide.commlib.system;

import java.io.FileInputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.port.ProcessorClock;

/**
 * The clock that reads what Linux says of a thread in {@code /proc/thread-self/schedstat}: its time on processors, and
 * its time in their queues. Elsewhere, and where the kernel does not count, what the JVM says, which knows the first of
 * them only. The JVM's classes for that take some hundredths of a second to load, so they are loaded by a thread of
 * their own when somebody asks first; until then nothing is known.
 */
public final class SystemProcessorClock implements ProcessorClock {
    private static final String SCHEDULED = "/proc/thread-self/schedstat";

    /** Three numbers of 20 digits at most. */
    private static final int MOST_BYTES = 80;

    private final ThreadFactory threads;
    private final String scheduled;
    private final AtomicBoolean asked = new AtomicBoolean();
    private volatile @Nullable ThreadMXBean jvm;

    /** @param threads makes the thread that loads the JVM's classes where they are needed */
    public SystemProcessorClock(ThreadFactory threads) {
        this(threads, SCHEDULED);
    }

    SystemProcessorClock(ThreadFactory threads, String scheduled) {
        this.threads = threads;
        this.scheduled = scheduled;
    }

    @Override
    public Spent ofThisThread() {
        Spent told = scheduled();
        return told.onNanos() < 0 ? ofTheJvm() : told;
    }

    /** The time of this process by hundredths of a second, as the operating system counts. */
    @Override
    public long ofThisProcess() {
        return ProcessHandle.current()
                .info()
                .totalCpuDuration()
                .map(Duration::toNanos)
                .orElse(UNKNOWN);
    }

    private Spent scheduled() {
        try (FileInputStream file = new FileInputStream(scheduled)) {
            return parsed(new String(file.readNBytes(MOST_BYTES), StandardCharsets.US_ASCII));
        } catch (IOException notLinux) {
            return Spent.UNKNOWN;
        }
    }

    /** {@code 3250754 60344 3}: on a processor, in a queue, how often it got one. All are 0 where the kernel does not count. */
    static Spent parsed(String line) {
        String[] words = line.strip().split(" ", -1);
        try {
            Spent told =
                    words.length == 3 ? new Spent(Long.parseLong(words[0]), Long.parseLong(words[1])) : Spent.UNKNOWN;
            return told.onNanos() > 0 && told.readyNanos() >= 0 ? told : Spent.UNKNOWN;
        } catch (NumberFormatException otherFormat) {
            return Spent.UNKNOWN;
        }
    }

    private Spent ofTheJvm() {
        ThreadMXBean known = jvm;
        if (known == null) {
            if (!asked.getAndSet(true)) {
                Thread loading = threads.newThread(() -> jvm = ManagementFactory.getThreadMXBean());
                loading.setName("processor-time");
                loading.start();
            }
            return Spent.UNKNOWN;
        }
        boolean counts = known.isCurrentThreadCpuTimeSupported() && known.isThreadCpuTimeEnabled();
        return counts ? new Spent(known.getCurrentThreadCpuTime(), Spent.UNKNOWN.readyNanos()) : Spent.UNKNOWN;
    }
}
