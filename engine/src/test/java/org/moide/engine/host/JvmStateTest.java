package org.moide.engine.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;
import java.util.TimeZone;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class JvmStateTest {
    private static final long MILLIS = 50;

    @Test
    void shouldNameThreadsThatWereLeft() throws Exception {
        JvmState before = JvmState.now();
        CountDownLatch end = new CountDownLatch(1);
        Thread left = new Thread(() -> await(end), "left behind");
        left.setDaemon(true);
        left.start();
        assertThat(before.threadsLeftAfter(MILLIS)).isEqualTo("thread 'left behind'");

        end.countDown();
        left.join();
        assertThat(before.threadsLeftAfter(MILLIS)).isEmpty();
    }

    @Test
    void shouldWaitForThreadsThatAreAboutToEnd() {
        JvmState before = JvmState.now();
        CountDownLatch end = new CountDownLatch(1);
        Thread ending = new Thread(() -> await(end), "about to end");
        ending.start();
        end.countDown();
        assertThat(before.threadsLeftAfter(20_000)).isEmpty();
        assertThat(ending.isAlive()).isFalse();
    }

    @Test
    void shouldNotMindTheThreadsOfParallelStreams() {
        JvmState before = JvmState.now();
        assertThat(IntStream.range(0, 10_000).parallel().sum()).isPositive();
        assertThat(before.threadsLeftAfter(20_000)).isEmpty();
    }

    @Test
    void shouldPutBackWhatAnApplicationSetsForTheWholeJvm() {
        JvmState before = JvmState.now();
        Locale locale = Locale.getDefault();
        TimeZone zone = TimeZone.getDefault();
        System.setProperty("org.moide.test.left", "1");
        String version = System.clearProperty("java.vendor.url.bug");
        Locale.setDefault(Locale.forLanguageTag("tr"));
        TimeZone.setDefault(TimeZone.getTimeZone("GMT-11"));
        Thread.setDefaultUncaughtExceptionHandler((thread, thrown) -> {});

        before.restore();

        assertThat(System.getProperty("org.moide.test.left")).isNull();
        assertThat(System.getProperty("java.vendor.url.bug")).isEqualTo(version);
        assertThat(Locale.getDefault()).isEqualTo(locale);
        assertThat(TimeZone.getDefault()).isEqualTo(zone);
        assertThat(Thread.getDefaultUncaughtExceptionHandler()).isNull();
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }
}
