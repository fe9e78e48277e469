package org.moide.engine.loading;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.ref.WeakReference;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;

@Timeout(value = 300, threadMode = ThreadMode.SEPARATE_THREAD)
class ApplicationThreadsTest {
    @Test
    void shouldGiveTheCommonPoolsThreadsTheLoaderOfTheApplicationThatRunsNow() throws Exception {
        ApplicationThreads.CommonPool threads = new ApplicationThreads.CommonPool();
        ForkJoinPool pool = new ForkJoinPool(1, threads, null, false);
        try (URLClassLoader first = new URLClassLoader(new URL[0]);
                URLClassLoader second = new URLClassLoader(new URL[0])) {
            assertThat(seen(pool)).isSameAs(ClassLoader.getSystemClassLoader());
            threads.application = new WeakReference<>(first);
            assertThat(seen(pool)).isSameAs(first);
            set(pool, null); // a task may do so
            threads.application = new WeakReference<>(second);
            assertThat(seen(pool)).isSameAs(second);
            set(pool, first);
            assertThat(seen(pool)).as("what a task sets there").isSameAs(first);
        } finally {
            pool.shutdownNow();
        }
    }

    private static ClassLoader seen(ForkJoinPool pool) throws Exception {
        return pool.submit(() -> Thread.currentThread().getContextClassLoader()).get();
    }

    private static void set(ForkJoinPool pool, ClassLoader loader) throws Exception {
        ForkJoinTask<?> task = pool.submit(() -> Thread.currentThread().setContextClassLoader(loader));
        task.get();
    }
}
