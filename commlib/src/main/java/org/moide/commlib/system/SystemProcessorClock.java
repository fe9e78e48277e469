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
 * The processor times of threads. On Linux it reads {@code /proc/thread-self/schedstat}: the thread's time on
 * processors and in their queues. If that file does not exist, or the kernel does not count, it asks the JVM, which
 * knows only the time on processors. Loading the JVM's classes takes some hundredths of a second, so a thread of its
 * own does it at the first request; until then the time is unknown.
 */
public final class SystemProcessorClock implements ProcessorClock {
    private static final String SCHEDULED = "/proc/thread-self/schedstat";

    /** The greatest number of bytes of a line that is read: three numbers of at most 20 digits. */
    private static final int MOST_BYTES = 80;

    private final ThreadFactory threads;
    private final String scheduled;
    private final AtomicBoolean asked = new AtomicBoolean();
    private volatile @Nullable ThreadMXBean jvm;

    /**
     * Creates a clock.
     *
     * @param threads makes the thread that loads the JVM's classes if they are needed
     */
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

    /**
     * Returns the processor time of this process, in steps of a hundredth of a second, as the operating system counts.
     */
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

    /**
     * Parses a line such as {@code 3250754 60344 3}: nanoseconds on a processor, nanoseconds in a queue, and number of
     * turns. All are 0 if the kernel does not count.
     */
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
