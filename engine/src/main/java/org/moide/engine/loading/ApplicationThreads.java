package org.moide.engine.loading;

import java.lang.ref.WeakReference;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinWorkerThread;
import java.util.concurrent.ThreadFactory;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Gives the application's class loader to the threads that run its code, as their context class loader: {@code
 * ServiceLoader}, JNDI, JAXB and logging use that to look for classes. Threads that these threads start inherit it,
 * except threads of the common pool, which belong to the JVM. Any thread.
 */
public final class ApplicationThreads {
    private static final String FACTORY = "java.util.concurrent.ForkJoinPool.common.threadFactory";

    private ApplicationThreads() {}

    /**
     * Chooses the class of the common pool's threads. To be called by {@code main} of each process that runs
     * applications, before anything uses that pool. A factory that the user has named by {@code -D} stays.
     */
    public static void prepare() {
        if (System.getProperty(FACTORY) == null) {
            System.setProperty(FACTORY, CommonPool.class.getName());
        }
    }

    /**
     * Notes that the JVM runs this application: threads of the common pool have its loader from now on, if {@link
     * #prepare} was called.
     */
    public static void runs(ClassLoader application) {
        if (ForkJoinPool.commonPool().getFactory() instanceof CommonPool pool) {
            pool.application = new WeakReference<>(application);
        }
    }

    /** Returns a factory that makes threads as {@code threads} does, which begin with this loader. */
    public static ThreadFactory with(ClassLoader application, ThreadFactory threads) {
        return task -> {
            Thread thread = threads.newThread(task);
            thread.setContextClassLoader(application);
            return thread;
        };
    }

    /** Asks something of the application on the calling thread, which has its own loader again afterwards. */
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
     * The factory of the common pool's threads. The JDK gives them the system's loader, and they outlive runs, so each
     * asks for the application's loader whenever its own is wanted. If several runs share a JVM, it is the loader of
     * the newest.
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
                super.setContextClassLoader(null); // so that only a loader counts that a task sets
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
