package org.moide.engine.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.moide.commlib.port.Pauses;

class PauseWatchTest {
    @Test
    void shouldCountFromTheFirstBeatAtWhichItIsKnown() {
        AtomicLong all = new AtomicLong(Pauses.UNKNOWN);
        PauseWatch watch = new PauseWatch(all::get);
        assertThat(watch.nanos()).isZero();
        watch.look();
        assertThat(watch.nanos()).isZero();
        all.set(700); // of runs before, too
        watch.look();
        all.set(1_000);
        watch.look();
        assertThat(watch.nanos()).isEqualTo(300);
    }
}
