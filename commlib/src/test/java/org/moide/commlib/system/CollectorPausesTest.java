package org.moide.commlib.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.moide.commlib.port.Pauses;

class CollectorPausesTest {
    @Test
    void shouldKnowThemOnceAThreadHasLookedAndNotBlock() throws InterruptedException {
        CountDownLatch looked = new CountDownLatch(1);
        CollectorPauses pauses = new CollectorPauses(look -> new Thread(() -> {
            look.run();
            looked.countDown();
        }));
        assertThat(pauses.nanos()).isEqualTo(Pauses.UNKNOWN);
        looked.await();
        long before = pauses.nanos();
        assertThat(before).isNotNegative();
        while (pauses.nanos() == before) { // a collection of a small heap may take less than a millisecond
            System.gc();
        }
        assertThat(pauses.nanos()).isGreaterThan(before);
    }

    @ParameterizedTest
    @ValueSource(strings = {"G1 Young Generation", "PS MarkSweep", "Copy", "ZGC Minor Pauses", "Shenandoah Pauses"})
    void shouldCountCollectionsInWhichTheProgramStands(String collector) {
        assertThat(CollectorPauses.stops(collector)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"G1 Concurrent GC", "ZGC Major Cycles", "Shenandoah Cycles"})
    void shouldNotCountTheWorkOfCollectorsBesideTheProgram(String collector) {
        assertThat(CollectorPauses.stops(collector)).isFalse();
    }
}
