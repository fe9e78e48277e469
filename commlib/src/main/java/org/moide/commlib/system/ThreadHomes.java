package org.moide.commlib.system;

import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A processor for each compute thread of a run on this host, if they fill it. A thread is not bound to it: it is put there
 * when it seems to share a processor with the one that it waits for, and may leave again. So nothing has to be agreed with
 * other runs, and what the thread starts is free.
 *
 * <p>Threads are told apart by their names, which end with their number in the engine.
 *
 * <table>
 * <caption>Concurrency</caption>
 * <tr><td>{@code goHome}</td><td>any thread</td></tr>
 * <tr><td>{@code mover}</td><td>written once, by a helper</td></tr>
 * </table>
 */
final class ThreadHomes {
    /** The part of each compute thread's name before its number. */
    private static final String ROLE = "-compute-";

    /**
     * The time after which the system's function is looked for, which takes some tens of milliseconds of a processor:
     * nothing for short runs.
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

    /** Puts the calling thread onto a processor. */
    @FunctionalInterface
    interface Mover {
        /**
         * Moves to a place; tells whether it could.
         *
         * @param place among the processors that this process may use
         */
        boolean moveTo(int place);
    }

    /** Makes the homes of threads that do not fill a host, or of which that is not known. */
    static ThreadHomes none() {
        return new ThreadHomes(-1, 0, Thread::new, () -> null, () -> 0);
    }

    /**
     * Makes the homes of one engine's threads. None for an engine that is alone on its host: its threads part by
     * sleeping for a moment, which lets their own compilers run.
     *
     * @param first how many compute threads of the run on this host come before this engine's; below 0 if that is not known
     * @param own how many this engine has
     * @param onMachine how many there are on this host
     * @param helpers make a thread that looks for the system's function
     */
    static ThreadHomes of(int first, int own, int onMachine, ThreadFactory helpers) {
        return first < 0 || own == onMachine
                ? none()
                : new ThreadHomes(first, onMachine, helpers, () -> mover(onMachine), System::nanoTime);
    }

    /** Makes homes with the system and time as a test says. */
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
     * Finds a mover; null where the threads do not fill the processors that this process may use, or cannot choose
     * among them.
     */
    private static @Nullable Mover mover(int threads) {
        ProcessorAffinity affinity = ProcessorAffinity.find();
        if (affinity == null || affinity.allowed().length != threads) {
            return null;
        }
        int[] allowed = affinity.allowed();
        affinity.moveTo(allowed[0]); // the first call of all costs the most, and no compute thread is to wait for it
        return place -> affinity.moveTo(allowed[place]);
    }

    /** Returns whether threads have processors of their own. */
    boolean areThere() {
        return first >= 0;
    }

    /** Puts the calling thread onto its own processor, if it has one; whether it did. */
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
