package org.moide.commlib.system;

import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A home processor for each compute thread of a run on this host, if the number of threads equals that of processors.
 * A thread is not bound to its home. It is moved there when it seems to share a processor with the thread that it
 * waits for, and may leave again. So runs need no agreement, and processes that the thread starts are not bound.
 *
 * <p>A thread's number is read from the end of its name.
 * <table>
 * <caption>Concurrency</caption>
 * <tr><td>{@code goHome}</td><td>any thread</td></tr>
 * <tr><td>{@code mover}</td><td>written once, by a helper</td></tr>
 * </table>
 */
final class ThreadHomes {
    /** The part of a compute thread's name that stands before the thread's number. */
    private static final String ROLE = "-compute-";

    /**
     * The time after which the system's function that moves a thread is looked up. The lookup takes some tens of
     * milliseconds of a processor, too much for short runs.
     */
    private static final long FROM_NANOS = 500_000_000;

    private final int first;
    private final int onMachine;
    private final ThreadFactory helpers;
    private final Supplier<@Nullable Mover> finder;
    private final LongSupplier nanoTime;
    private final long madeNanos;
    private final AtomicBoolean looked = new AtomicBoolean();
    private volatile @Nullable Mover mover;

    /** A way to move the calling thread to a processor. */
    @FunctionalInterface
    interface Mover {
        /**
         * Moves the calling thread to a processor; returns whether that worked.
         *
         * @param place the index among the processors that this process may use
         */
        boolean moveTo(int place);
    }

    /**
     * Returns an object in which no thread has a home processor, for threads that are fewer or more than the host's
     * processors.
     */
    static ThreadHomes none() {
        return new ThreadHomes(-1, 0, Thread::new, () -> null, () -> 0);
    }

    /**
     * Returns the homes of one engine's threads: a different processor for each. The threads of an engine that is alone
     * on its host have no homes. They sleep for a moment instead, and when they wake the system spreads them over the
     * processors.
     *
     * @param first the number of the run's compute threads on this host before this engine's; below 0 if unknown
     * @param own the number of compute threads of this engine
     * @param onMachine the number of compute threads on this host
     * @param helpers makes the thread that looks up the system's function which moves a thread
     */
    static ThreadHomes of(int first, int own, int onMachine, ThreadFactory helpers) {
        return first < 0 || own == onMachine
                ? none()
                : new ThreadHomes(first, onMachine, helpers, () -> mover(onMachine), System::nanoTime);
    }

    /** Creates homes with the given mover and clock, for tests. */
    ThreadHomes(
            int first, int onMachine, ThreadFactory helpers, Supplier<@Nullable Mover> finder, LongSupplier nanoTime) {
        this.first = first;
        this.onMachine = onMachine;
        this.helpers = helpers;
        this.finder = finder;
        this.nanoTime = nanoTime;
        this.madeNanos = nanoTime.getAsLong();
    }

    /**
     * Returns a mover; null if the number of threads differs from that of processors, or threads cannot choose their
     * processor.
     */
    private static @Nullable Mover mover(int threads) {
        ProcessorAffinity affinity = ProcessorAffinity.find();
        if (affinity == null || affinity.allowed().length != threads) {
            return null;
        }
        int[] allowed = affinity.allowed();
        affinity.moveTo(allowed[0]); // the first call is expensive, so this helper thread makes it
        return place -> affinity.moveTo(allowed[place]);
    }

    /** Returns whether threads have home processors. */
    boolean areThere() {
        return first >= 0;
    }

    /** Moves the calling thread to its home processor. Returns false if it has none or could not be moved. */
    boolean goHome() {
        int place = areThere() ? place(Thread.currentThread().getName()) : -1;
        if (place < 0) {
            return false;
        }
        Mover known = mover;
        if (known == null) {
            lookForMover();
            return false;
        }
        return known.moveTo(place);
    }

    private int place(String thread) {
        int role = thread.lastIndexOf(ROLE);
        if (role < 0) {
            return -1;
        }
        String number = thread.substring(role + ROLE.length());
        if (number.isEmpty() || number.length() > 4 || !number.chars().allMatch(Character::isDigit)) {
            return -1;
        }
        int place = first + Integer.parseInt(number);
        return place < onMachine ? place : -1;
    }

    private void lookForMover() {
        if (nanoTime.getAsLong() - madeNanos >= FROM_NANOS && looked.compareAndSet(false, true)) {
            helpers.newThread(() -> mover = finder.get()).start();
        }
    }
}
