package org.moide.engine.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.moide.commlib.port.Signal;
import org.moide.commlib.system.SpinThenParkSignal;

class SpareThreadsTest {
    private static final int MOST = 256;

    private final Signal signal = SpinThenParkSignal.factory(1).create();
    private final List<Thread> made = new ArrayList<>();
    private final SpareThreads spares = new SpareThreads("engine-3", this::idle, signal, number -> {});

    /** Returns a thread that does nothing. The tests only count the spare threads. */
    private Thread idle(Runnable work) {
        Thread thread = new Thread(() -> {});
        made.add(thread);
        return thread;
    }

    @Test
    void shouldLetOneThreadWorkForEachHandlerThatWaits() {
        assertThat(spares.mayWork(0)).isFalse();
        spares.waitBegins();
        spares.waitBegins();
        assertThat(spares.mayWork(1)).isTrue();
        assertThat(spares.mayWork(2)).isFalse();
        spares.waitEnds();
        assertThat(spares.mayWork(1)).isFalse();
        spares.waitBegins();
        assertThat(made).extracting(Thread::getName).containsExactly("engine-3-spare-0", "engine-3-spare-1");
    }

    @Test
    void shouldRefuseOneHandlerTooManyThatWaits() {
        for (int handler = 0; handler < MOST; handler++) {
            spares.waitBegins();
        }
        for (int once = 0; once < 2; once++) {
            assertThatThrownBy(spares::waitBegins)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("engine-3: expected at most 256 handlers that wait for answers, found one more; let"
                            + " fewer ask at once");
        }
        spares.waitEnds();
        spares.waitBegins();
        assertThat(made).hasSize(MOST);
    }
}
