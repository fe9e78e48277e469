package org.moide.commlib.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.moide.commlib.contract.ConditionSignal;

class RendezvousTest {
    private final Rendezvous rendezvous = new Rendezvous(2, new ConditionSignal());

    @Test
    void shouldShowWhatTheOtherBroughtWhenBothHaveCome() {
        for (long meeting = 1; meeting <= 5; meeting++) {
            for (int seat = 0; seat < 2; seat++) {
                assertThat(rendezvous.next(seat)).isEqualTo(meeting);
                rendezvous.bring(seat, meeting, 10 * meeting + seat);
                rendezvous.bringSteady(seat, meeting, 0, seat);
                rendezvous.bringSteady(seat, meeting, 1, meeting / 3 + seat);
                assertThat(rendezvous.come(seat)).isEqualTo(seat == 1);
            }
            assertThat(rendezvous.brought(0, meeting)).isEqualTo(10 * meeting);
            assertThat(rendezvous.brought(1, meeting)).isEqualTo(10 * meeting + 1);
            assertThat(rendezvous.broughtSteady(1, meeting, 0)).isEqualTo(1);
            assertThat(rendezvous.broughtSteady(0, meeting, 1)).isEqualTo(meeting / 3);
            assertThat(rendezvous.broughtSteady(1, meeting, 1)).isEqualTo(meeting / 3 + 1);
        }
    }

    @Test
    void shouldBeAsIfItHadNotComeWhenItRetracts() {
        assertThat(rendezvous.come(0)).isFalse();
        assertThat(rendezvous.retract(0)).isTrue();
        assertThat(rendezvous.next(0)).isEqualTo(1);
        assertThat(rendezvous.come(1)).as("the other, alone").isFalse();
        assertThat(rendezvous.come(0)).isTrue();
        assertThat(rendezvous.retract(1)).as("all had come").isFalse();
        assertThat(rendezvous.retract(0)).as("all had come").isFalse();
        assertThat(rendezvous.next(0)).isEqualTo(2);
        assertThat(rendezvous.next(1)).isEqualTo(2);
    }

    /**
     * Lets two threads come and retract repeatedly. Each counts the meetings that it believes to have taken place, and
     * checks the words that the other brought.
     */
    @Test
    void shouldAgreeWhetherTheyMetWhenBothRetractAgainAndAgain() throws InterruptedException {
        int meetings = 20_000;
        List<Throwable> failures = Collections.synchronizedList(new ArrayList<>());
        List<Thread> threads = new ArrayList<>();
        for (int seat = 0; seat < 2; seat++) {
            int mine = seat;
            Thread thread = new Thread(() -> meetOften(mine, meetings), "seat-" + seat);
            thread.setUncaughtExceptionHandler((where, failure) -> failures.add(failure));
            threads.add(thread);
        }
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            thread.join(TimeUnit.SECONDS.toMillis(50));
        }
        assertThat(failures).isEmpty();
        assertThat(threads).noneMatch(Thread::isAlive);
    }

    private void meetOften(int seat, int meetings) {
        for (int met = 1; met <= meetings; met++) {
            boolean came = false;
            for (int attempt = 1; !came; attempt++) {
                long meeting = rendezvous.next(seat);
                assertThat(meeting).isEqualTo(met);
                rendezvous.bring(seat, meeting, 2L * met + seat);
                rendezvous.bringSteady(seat, meeting, 0, met / 100);
                came = rendezvous.come(seat);
                if (!came && attempt % 16 == 0) {
                    Thread.yield(); // on a busy machine both threads seldom run at the same moment
                }
                came = came || !rendezvous.retract(seat);
            }
            assertThat(rendezvous.brought(1 - seat, met)).isEqualTo(2L * met + 1 - seat);
            assertThat(rendezvous.broughtSteady(1 - seat, met, 0)).isEqualTo(met / 100);
        }
    }
}
