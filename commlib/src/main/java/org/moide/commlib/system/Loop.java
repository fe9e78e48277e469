package org.moide.commlib.system;

import java.util.function.BooleanSupplier;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.port.Driver;
import org.moide.commlib.port.FaultHandler;

/**
 * Loops of threads on which others rely; none of them ends unnoticed while its process lives. Either a loop survives
 * the failure of one piece of its work, even an {@link Error}; or its thread dies of a {@link Broken}, and {@link
 * FatalErrors} ends the process or the run.
 */
public final class Loop {
    /**
     * The number of failures in a row after which a loop breaks. With the pauses between them they last a quarter of a
     * minute; a lack of threads or memory is over by then, or permanent.
     */
    private static final int MOST_FAILURES = 20;

    private static final long LEAST_REST_MILLIS = 10;

    /** The longest pause after a failure, and so the longest delay for threads that wait for the loop. */
    private static final long MOST_REST_MILLIS = 1_000;

    private Loop() {}

    /**
     * One repetition of a loop's body. An interrupt ends the repetition but not the loop: an application may interrupt
     * every thread of its process.
     */
    @FunctionalInterface
    public interface Round {
        void play() throws Exception;
    }

    /** The error by which a thread dies when its loop cannot go on. */
    public static final class Broken extends Error {
        private static final long serialVersionUID = 1L;

        /**
         * Creates the error without calling methods of the cause: they might throw, and then the failure would not be
         * reported.
         */
        private Broken(@Nullable String why, @Nullable Throwable cause) {
            super(why, cause);
        }

        @Override
        public @Nullable String getMessage() {
            Throwable cause = getCause();
            return cause == null ? super.getMessage() : cause.toString();
        }
    }

    /** Creates the error for a loop outside of MOIDE that has ended without a message. */
    public static Broken broken(String why) {
        return new Broken(why, null);
    }

    /**
     * Returns a loop that runs rounds until {@code over} is true. A failed round is reported, and the next one follows
     * after a pause; after {@value #MOST_FAILURES} failures in a row the loop breaks.
     *
     * @param where the thread's name, for reports
     */
    public static Runnable ofRounds(String where, BooleanSupplier over, Round round, FaultHandler faults) {
        return ofRounds(where, over, round, faults, Loop::rest);
    }

    static Runnable ofRounds(
            String where, BooleanSupplier over, Round round, FaultHandler faults, LongConsumer restMillis) {
        return (Lasting) () -> {
            int failures = 0;
            while (!over.getAsBoolean()) {
                try {
                    round.play();
                    failures = 0;
                } catch (InterruptedException stray) {
                    failures = 0;
                } catch (ThreadDeath stopped) {
                    throw stopped; // someone stopped this thread by force
                } catch (Exception | Error fault) {
                    failures++;
                    if (failures == MOST_FAILURES) {
                        throw new Broken(null, fault);
                    }
                    tell(where, fault, faults);
                    restMillis.accept(Math.min(MOST_REST_MILLIS, LEAST_REST_MILLIS << failures));
                }
            }
        };
    }

    /**
     * Returns a loop, or a task that others wait for, that cannot continue after a failure: any exception breaks it.
     * For a thread of {@link DaemonThreads}.
     */
    public static Runnable lasting(Runnable body) {
        return (Lasting) body::run;
    }

    /**
     * Returns the error to report for the death of a thread that ran {@code task}: a {@link Broken} if the task was a
     * loop.
     */
    static Throwable deathOf(Runnable task, Throwable fault) {
        boolean lasts = task instanceof Lasting || task instanceof Driver;
        return lasts && !(fault instanceof Broken) ? new Broken(null, fault) : fault;
    }

    @FunctionalInterface
    private interface Lasting extends Runnable {}

    /** Performs one piece of a loop's work. A fault in it is reported, and does not stop the next piece. */
    public static void piece(String where, FaultHandler faults, Runnable work) {
        try {
            work.run();
        } catch (RuntimeException | Error fault) {
            tell(where, fault, faults);
        }
    }

    /** Reports a fault as far as possible: if memory or threads are short, the report may fail too. */
    public static void tell(String where, Throwable fault, FaultHandler faults) {
        try {
            faults.onFault(where, fault);
        } catch (RuntimeException | Error untold) {
            // The loop goes on, even if the report failed.
        }
    }

    private static void rest(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException stray) {
            // The next round comes sooner.
        }
    }
}
