package org.moide.commlib.system;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.port.FaultHandler;

/**
 * A fault handler that logs each kind of fault (place and exception class) with its stack trace the first time, and in
 * one line with its count at the 10th, 100th, … repeat. Faults caused by files or a lack of threads are logged in one
 * line without a stack trace. Any thread may call it.
 */
public final class LoggingFaultHandler implements FaultHandler {
    /**
     * The greatest number of kinds of faults that are counted separately. A kind is a place and an exception class;
     * places are thread roles and peers, of which there are hundreds; further kinds share one count.
     */
    private static final int KINDS_COUNTED = 1_000;

    private static final String THE_REST = "elsewhere";

    /** The system's messages if a disk takes no more data; the JDK does not name the file then. */
    private static final Set<String> FULL =
            Set.of("No space left on device", "Disk quota exceeded", "Read-only file system");

    private final System.Logger logger;
    private final ConcurrentHashMap<String, AtomicLong> repeats = new ConcurrentHashMap<>();

    public LoggingFaultHandler(System.Logger logger) {
        this.logger = logger;
    }

    @Override
    public void onFault(String where, Throwable fault) {
        long seen = counterOf(where + ": " + fault.getClass().getName()).incrementAndGet();
        String known = inWords(fault);
        if (seen == 1 && known != null) {
            logger.log(System.Logger.Level.ERROR, where + ": " + known);
        } else if (seen == 1) {
            logger.log(System.Logger.Level.ERROR, "unexpected fault in " + where, fault);
        } else if (isPowerOfTen(seen)) {
            logger.log(
                    System.Logger.Level.ERROR, "unexpected fault in " + where + ", seen " + seen + " times: " + fault);
        }
    }

    /**
     * Returns a description of a fault that comes from the system and not from a defect, for which a stack trace would
     * not help; null for other faults.
     */
    private static @Nullable String inWords(Throwable fault) {
        if (FatalErrors.isOfThreads(fault)) {
            return FatalErrors.NO_THREAD;
        }
        if (fault instanceof FileSystemException file) {
            return "cannot use " + file.getFile() + ": " + FileTrouble.whenWriting(file);
        }
        return fault instanceof IOException && FULL.contains(String.valueOf(fault.getMessage()))
                ? fault.getMessage()
                : null;
    }

    /** Returns the number of faults handled so far, repeats included. */
    public long count() {
        return repeats.values().stream().mapToLong(AtomicLong::get).sum();
    }

    private AtomicLong counterOf(String kind) {
        AtomicLong known = repeats.get(kind);
        if (known != null) {
            return known;
        }
        String key = repeats.size() < KINDS_COUNTED ? kind : THE_REST;
        return repeats.computeIfAbsent(key, unused -> new AtomicLong());
    }

    private static boolean isPowerOfTen(long value) {
        long rest = value;
        while (rest >= 10 && rest % 10 == 0) {
            rest /= 10;
        }
        return rest == 1;
    }
}
