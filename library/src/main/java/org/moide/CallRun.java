package org.moide;

import java.util.function.Consumer;

/**
 * One run of an executor's bag, and what sends calls to it. If its child dies, there is another.
 *
 * @param apart whether calls run in other JVMs than the one that coordinates
 * @param endJvm ends the JVM that coordinates
 */
record CallRun(RunFuture run, CallSender sender, boolean apart, Runnable endJvm) {
    /** Starts a run. */
    interface Start {
        /**
         * Runs in a child that is there, or a new one.
         *
         * @param answers takes what comes of calls, on the thread that hears the child
         * @param apart whether calls may be what has killed the JVM that coordinated: they run in others if there are
         *     any
         * @throws IllegalStateException if there is to be none any more
         */
        CallRun run(Consumer<byte[]> answers, CallSender.Owner owner, boolean apart);
    }
}
