package org.moide.commlib.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** Tests that a snapshot of a waiting thread has the data of one wait only. */
final class WaitMarkTest {
    private static final int LOOKS = 200_000;

    private final WaitMark mark = new WaitMark();

    /** A call of a thread that is identified by a number, so that snapshots can be checked. */
    private record Numbered(long number) implements Awaited {
        @Override
        public String primitive() {
            return "call " + number;
        }

        @Override
        public int peer() {
            return ALL;
        }
    }

    @Test
    void shouldShowCallTimeAndConditionOfTheSameWaitWhileTheOwnerGoesOn() throws InterruptedException {
        AtomicBoolean over = new AtomicBoolean();
        Thread owner = new Thread(() -> {
            for (long wait = 0; !over.get(); wait++) {
                boolean even = wait % 2 == 0;
                mark.begin(new Numbered(wait), () -> even, wait);
                mark.end();
            }
        });
        owner.start();
        int seen = 0;
        for (int look = 0; look < LOOKS || seen == 0; look++) { // the owner's thread may have to be started first
            WaitMark.Seen one = mark.look();
            if (one != null && one.call() instanceof Numbered call) {
                seen++;
                assertThat(one.sinceNanos()).isEqualTo(call.number());
                assertThat(one.held()).isEqualTo(call.number() % 2 == 0);
                assertThat(one.number()).isEqualTo(2 * call.number() + 1);
            }
        }
        over.set(true);
        owner.join();
        assertThat(seen).isPositive();
    }

    @Test
    void shouldShowTheCallOfWhichAWaitIsAPart() {
        mark.within(new Numbered(1));
        assertThat(mark.begin(new Numbered(2), () -> false, 0)).isTrue();
        assertThat(mark.look()).satisfies(seen -> assertThat(seen.call()).isEqualTo(new Numbered(1)));
        assertThat(mark.begin("another wait in that one", () -> true, 0)).isFalse();
        assertThat(mark.look()).satisfies(seen -> assertThat(seen.held()).isFalse());
        mark.end();
        assertThat(mark.look()).isNull();
    }

    @Test
    void shouldAskNoConditionThatMayNotBeAsked() {
        mark.begin(
                "some text",
                () -> {
                    throw new AssertionError("asked");
                },
                0);
        assertThat(mark.look()).satisfies(seen -> assertThat(seen.held()).isFalse());
    }
}
