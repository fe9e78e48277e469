package org.moide.engine.control;

import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.system.DaemonThreads;

/**
 * Asks an application's object for something: a task for its name, an exception for its message. Its methods are the
 * application's, so they may throw anything, and they may never return. Any thread.
 */
public final class Questions {
    /** An object describes itself in microseconds; this leaves room for a busy machine. */
    private static final long PATIENCE_MILLIS = 1_000;

    private Questions() {}

    /**
     * Returns the answer, or {@code otherwise} if the question throws, answers null or takes too long. An interrupt of
     * this thread is left for its next wait.
     *
     * @param question asked on a thread of its own, which is left behind if it does not return
     */
    public static <T> T ask(Supplier<@Nullable T> question, T otherwise) {
        AtomicReference<@Nullable T> answer = new AtomicReference<>();
        try {
            Thread asked = DaemonThreads.named(
                    Thread.currentThread().getName() + "-asks", () -> answer.set(question.get()), (where, fault) -> {});
            asked.start();
            join(asked);
        } catch (OutOfMemoryError noThread) {
            return otherwise;
        }
        T given = answer.get();
        return given == null ? otherwise : given;
    }

    private static void join(Thread asked) {
        boolean interrupted = Thread.interrupted();
        try {
            asked.join(PATIENCE_MILLIS);
        } catch (InterruptedException hurry) {
            interrupted = true;
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
