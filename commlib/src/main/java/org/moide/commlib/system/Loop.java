package org.moide.commlib.system;

import java.util.function.BooleanSupplier;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.port.Driver;
import org.moide.commlib.port.FaultHandler;

/**
 * Loops of threads that others rely on: none of them ends unnoticed while its process lives. Either a loop outlives what goes
 * wrong with one piece of its work, an {@link Error} too, or its thread dies of a {@link Broken}, which {@link FatalErrors}
 * makes the end of the process, or of the run.
 */
public final class Loop {
    /**
     * The most failures in a row: with the rests between them these are a quarter of a minute, and what lacks threads
     * or memory has got some by then, or never will.
     */
    private static final int MOST_FAILURES = 20;

    private static final long LEAST_REST_MILLIS = 10;

    /** The longest rest: whoever waits for a loop that rests waits no longer. */
    private static final long MOST_REST_MILLIS = 1_000;

    private Loop() {}

    /** A round of a loop. An interrupt ends it and nothing else: an application may interrupt every thread of its process. */
    @FunctionalInterface
    public interface Round {
        void play() throws Exception;
    }

    /** A loop could not go on. */
    public static final class Broken extends Error {
        private static final long serialVersionUID = 1L;

        /** Asks the cause nothing, which might throw: then nobody would be told. */
        private Broken(@Nullable String why, @Nullable Throwable cause) {
            super(why, cause);
        }

        @Override
        public @Nullable String getMessage() {
            Throwable cause = getCause();
            return cause == null ? super.getMessage() : cause.toString();
        }
    }

    /** Makes the end of a loop that is not ours, and has ended without a word. */
    public static Broken broken(String why) {
        return new Broken(why, null);
    }

    /**
     * Plays rounds until it is over. One that fails is told of, and the next is played after a rest; if {@value #MOST_FAILURES} in
     * a row fail, the loop breaks.
     *
     * @param where the thread's name, for what is told
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
                    throw stopped; // somebody stopped just this thread, by force
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
     * A loop whose state nobody knows after a failure, or a single task that others wait for: whatever it throws breaks it. For a
     * thread of {@link DaemonThreads}.
     */
    public static Runnable lasting(Runnable body) {
        return (Lasting) body::run;
    }

    /** The cause that others are told of the death of a thread that did this. */
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

    /** Tells of a fault as far as that can be done: where memory or threads are short, telling may fail too. */
    public static void tell(String where, Throwable fault, FaultHandler faults) {
        try {
            faults.onFault(where, fault);
        } catch (RuntimeException | Error untold) {
            // The loop is what matters, and it goes on.
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
