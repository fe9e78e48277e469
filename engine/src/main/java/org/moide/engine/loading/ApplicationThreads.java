package org.moide.engine.loading;

import java.lang.ref.WeakReference;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinWorkerThread;
import java.util.concurrent.ThreadFactory;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Sets the application's class loader as the context class loader of threads that run the application's code.
 * {@code ServiceLoader}, JNDI, JAXB and logging find classes by it. Threads that these threads start inherit it, except
 * threads of the common pool, for which this class installs a factory. Any thread.
 */
public final class ApplicationThreads {
    private static final String FACTORY = "java.util.concurrent.ForkJoinPool.common.threadFactory";

    private ApplicationThreads() {}

    /**
     * Installs the factory for the common pool's threads. {@code main} of each process that runs applications must call
     * it before the pool is used. A factory that the user has set by {@code -D} stays.
     */
    public static void prepare() {
        if (System.getProperty(FACTORY) == null) {
            System.setProperty(FACTORY, CommonPool.class.getName());
        }
    }

    /**
     * Notes that the JVM runs this application. If {@link #prepare} was called, the common pool's threads have the
     * application's loader from now on.
     */
    public static void runs(ClassLoader application) {
        if (ForkJoinPool.commonPool().getFactory() instanceof CommonPool pool) {
            pool.application = new WeakReference<>(application);
        }
    }

    /** Returns a factory whose threads begin with the application's class loader. */
    public static ThreadFactory with(ClassLoader application, ThreadFactory threads) {
        return task -> {
            Thread thread = threads.newThread(task);
            thread.setContextClassLoader(application);
            return thread;
        };
    }

    /**
     * Calls {@code question} on the calling thread with the application's class loader, then restores the thread's
     * loader.
     */
    public static <T> T ask(ClassLoader application, Supplier<T> question) {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(application);
        try {
            return question.get();
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    /**
     * A factory for threads of the common pool. These threads outlive runs, so each looks up the current application's
     * loader whenever its context loader is read. If several runs share a JVM, the newest run's loader counts.
     */
    public static final class CommonPool implements ForkJoinPool.ForkJoinWorkerThreadFactory {
        volatile WeakReference<ClassLoader> application = new WeakReference<>(null);

        @Override
        public ForkJoinWorkerThread newThread(ForkJoinPool pool) {
            return new Worker(pool, this);
        }

        private static final class Worker extends ForkJoinWorkerThread {
            private final CommonPool made;

            Worker(ForkJoinPool pool, CommonPool made) {
                super(pool);
                this.made = made;
                // Null, so that the field holds a loader only after a task has set one.
                super.setContextClassLoader(null);
            }

            @Override
            public @Nullable ClassLoader getContextClassLoader() {
                ClassLoader set = super.getContextClassLoader();
                ClassLoader known = set == null && made != null ? made.application.get() : set;
                return known == null ? ClassLoader.getSystemClassLoader() : known;
            }
        }
    }
}
