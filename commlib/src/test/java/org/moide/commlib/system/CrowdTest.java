package org.moide.commlib.system;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CrowdTest {
    private static final long SHORT = 1_000;
    private static final long LONG = 3_000_000;

    private final Crowd crowd = new Crowd();

    @Test
    void shouldTakeAYieldForACrowdOnlyIfItTookLong() {
        assertThat(crowd.yielded(SHORT)).isFalse();
        assertThat(crowd.isHere()).isFalse();
        assertThat(crowd.yielded(LONG)).isTrue();
        assertThat(crowd.isHere()).isTrue();
    }

    @Test
    void shouldDoWithoutYieldingForLongerEachTimeThatItIsStillInVain() {
        crowd.yielded(LONG);
        int first = waits();
        crowd.yielded(LONG);
        assertThat(waits()).isEqualTo(2 * first);
        for (int i = 0; i < 20; i++) {
            crowd.yielded(LONG);
        }
        assertThat(waits()).isEqualTo(1024);
    }

    @Test
    void shouldForgetLittleByLittleThatThereWasACrowd() {
        for (int i = 0; i < 20; i++) {
            crowd.yielded(LONG);
        }
        for (int i = 0; i < 1024; i++) {
            crowd.helped();
        }
        crowd.yielded(LONG);
        assertThat(waits()).isEqualTo(16);
    }

    @Test
    void shouldSpinForLessWhileThatIsInVain() {
        crowd.yielded(LONG);
        assertThat(crowd.spinNanos(160)).isEqualTo(160);
        crowd.spun(false);
        assertThat(crowd.spinNanos(160)).isEqualTo(80);
        for (int i = 0; i < 10; i++) {
            crowd.spun(false);
        }
        assertThat(crowd.spinNanos(160)).isEqualTo(10);
        crowd.spun(true);
        assertThat(crowd.spinNanos(160)).isEqualTo(160);
    }

    private int waits() {
        int waits = 0;
        while (crowd.isHere()) {
            crowd.spun(true);
            waits++;
        }
        return waits;
    }
}
