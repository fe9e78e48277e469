package org.moide.engine.control;

import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.system.DaemonThreads;

/**
 * Calls methods of the application's objects, such as a task's {@code toString} or an exception's {@code getMessage}.
 * They may throw anything or never return. Any thread.
 */
public final class Questions {
    /** Time limit of an answer. A method usually returns in microseconds; the limit leaves room for a busy machine. */
    private static final long PATIENCE_MILLIS = 1_000;

    private Questions() {}

    /**
     * Returns the answer, or {@code otherwise} if the question throws, returns null or takes too long. If this thread
     * is interrupted meanwhile, its interrupt status is set again.
     *
     * @param question runs on a new thread, which is abandoned if it does not return
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
