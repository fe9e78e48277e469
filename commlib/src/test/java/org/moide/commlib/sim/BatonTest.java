package org.moide.commlib.sim;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

class BatonTest {
    /** How often the test wakes a parked thread early: more often than the simulation's outside thread checks on it. */
    private static final int UNPARKS = 500;

    @Test
    void shouldNotTakeAThreadForStuckBecauseParkingReturnsEarly() throws InterruptedException {
        Baton baton = new Baton();
        Thread outside = Thread.currentThread();
        Thread holder = new Thread(() -> {
            for (int unparks = 0; unparks < UNPARKS; unparks++) {
                LockSupport.unpark(outside);
                LockSupport.parkNanos(TimeUnit.MICROSECONDS.toNanos(100));
            }
            baton.pass(outside);
        });
        baton.pass(holder);
        holder.start();

        assertThat(baton.awaitReturn(2, () -> 0, () -> {})).isTrue();
        holder.join();
    }
}
