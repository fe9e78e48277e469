package org.moide;

import java.lang.System.Logger.Level;
import java.util.concurrent.Executor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Threads of this JVM for what is no call: callbacks of other libraries, and what is around a wrapped call. They come
 * when there is work, and go when there is none. Any thread.
 */
final class CallbackThreads implements Executor {
    /** Callbacks may wait for each other; beyond this number whoever brings one runs it. */
    private static final int MOST_THREADS = 1_024;

    private static final long IDLE_SECONDS = 10;
    private static final System.Logger LOGGER = System.getLogger("org.moide");

    private final AtomicInteger numbers = new AtomicInteger();
    private final ThreadPoolExecutor threads = new ThreadPoolExecutor(
            0,
            MOST_THREADS,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new SynchronousQueue<>(),
            this::thread,
            new ThreadPoolExecutor.CallerRunsPolicy());

    private Thread thread(Runnable work) {
        Thread thread = new Thread(work, "moide-here-" + numbers.incrementAndGet());
        thread.setDaemon(true);
        thread.setUncaughtExceptionHandler((of, thrown) -> LOGGER.log(Level.WARNING, "a callback threw", thrown));
        return thread;
    }

    @Override
    public void execute(Runnable command) {
        threads.execute(command);
    }
}
