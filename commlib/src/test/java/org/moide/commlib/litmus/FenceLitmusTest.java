package org.moide.commlib.litmus;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.invoke.VarHandle;
import java.util.List;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Tests the pattern on which every wake-up relies: each of two threads writes its own word, then reads
 * the other's. With a full fence in between, at least one sees the other's write, as {@code SpinThenParkSignal.raise}
 * and the engine pool's {@code offered} assume. Without a fence, each may miss the other's write. If this test did not
 * see that happen on the machine and JDK, no test here could notice a missing fence.
 */
@Tag("races")
class FenceLitmusTest {
    private static final int BATCH = 1_000;
    private static final long SEARCH_SECONDS = 20;
    private static final int APART = 32;

    private static final class Words {
        private final AtomicIntegerArray words = new AtomicIntegerArray(3 * APART);
        private final int[] seen = new int[3 * APART];

        void writeThenRead(int own, boolean fence) {
            words.setRelease(APART * (own + 1), 1);
            if (fence) {
                VarHandle.fullFence();
            }
            seen[APART * (own + 1)] = words.getAcquire(APART * (2 - own));
        }
    }

    @Test
    void shouldSeeAtLeastOneWhenThereIsAFullFence() throws InterruptedException {
        Litmus.Outcome outcome = litmus(true).run(300_000);
        assertThat(outcome.forbidden()).as(outcome.toString()).isNull();
    }

    @Test
    @Tag("full")
    void shouldCatchBothMissingEachOtherWhenThereIsNoFence() throws InterruptedException {
        Litmus.Outcome outcome = litmus(false).search(SEARCH_SECONDS);
        assertThat(outcome.forbidden()).as(outcome.toString()).isNotNull();
        System.out.println("canary no fence: " + outcome);
    }

    private static Litmus<Words> litmus(boolean fence) {
        return new Litmus<>(
                BATCH,
                Words::new,
                words -> words.seen[APART] == 0 && words.seen[2 * APART] == 0 ? "neither saw the other" : null,
                List.of(
                        words -> {
                            words.writeThenRead(0, fence);
                            return null;
                        },
                        words -> {
                            words.writeThenRead(1, fence);
                            return null;
                        }));
    }
}
