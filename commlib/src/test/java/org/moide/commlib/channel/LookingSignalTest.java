package org.moide.commlib.channel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.moide.commlib.port.Signal;

/** Tests which waits of a thread are announced to the peers, so that they need not wake it. */
class LookingSignalTest {
    private static final int LOOKS = 64;

    /**
     * The number of checks before a wait is announced: a quarter of the checks that the underlying signal recommends.
     */
    private static final int QUIET_LOOKS = 16;

    private final OtherEnd other = new OtherEnd();
    private final Channels channels = new Channels(run -> new Thread(() -> {}), Below::new);
    private final LookingSignal signal = new LookingSignal(new Below(), channels, () -> 0);
    private int looked;

    @BeforeEach
    void addChannel() {
        channels.add(new Channel(other, new IdleListener(), () -> 0), "nobody");
    }

    /**
     * Waits on the signal for a condition that holds at its check number {@code last}; returns what the wait returned.
     */
    private boolean await(int last) throws InterruptedException {
        looked = 0;
        return signal.await(() -> ++looked >= last, Long.MAX_VALUE);
    }

    @Test
    void shouldTellNobodyOfAWaitThatIsShort() throws InterruptedException {
        assertThat(await(QUIET_LOOKS)).isTrue();
        assertThat(other.told).isEmpty();
    }

    @Test
    void shouldTellOfAWaitThatIsNot() throws InterruptedException {
        assertThat(await(QUIET_LOOKS + 1)).isTrue();
        assertThat(other.told).containsExactly("LOOKING", "BUSY");
    }

    @Test
    void shouldTellOfEachWaitWhileAnotherThreadSleeps() throws InterruptedException {
        channels.beginSleeping();
        other.told.clear();

        assertThat(await(2)).isTrue();
        assertThat(other.told).containsExactly("LOOKING", "ASLEEP");
        channels.endSleeping();
    }

    @Test
    void shouldTellOfEachWaitWhereALinkDoesNotAskWhenToRing() throws InterruptedException {
        OtherEnd socket = new OtherEnd();
        socket.heeds = false;
        channels.add(new Channel(socket, new IdleListener(), () -> 0), "nobody");

        assertThat(await(2)).isTrue();
        assertThat(other.told).containsExactly("LOOKING", "BUSY");
    }

    @Test
    void shouldTellOfAWaitOnceSomethingComesThatIsNotAll() throws InterruptedException {
        other.comes = true;

        assertThat(await(3)).isTrue();
        assertThat(other.told).containsExactly("LOOKING", "BUSY");
    }

    @Test
    void shouldTellNobodyWhenAllThatIsWaitedForComesAtOnce() throws InterruptedException {
        other.comes = true;

        assertThat(await(2)).isTrue();
        assertThat(other.told).isEmpty();
    }

    /** The underlying signal: it recommends some checks before a wait, and its wait is a single check. */
    private static final class Below implements Signal {
        @Override
        public int looks() {
            return LOOKS;
        }

        @Override
        public boolean await(BooleanSupplier condition, long timeoutNanos) {
            return condition.getAsBoolean();
        }

        @Override
        public void raise() {}
    }

    /** A connection that records which states this side announces to its peer. */
    private static final class OtherEnd extends IdleConnection {
        private final List<String> told = new ArrayList<>();
        private boolean heeds = true;
        private boolean comes;

        @Override
        public void attention(Attention wanted) {
            told.add(wanted.name());
        }

        @Override
        public boolean heedsAttention() {
            return heeds;
        }

        @Override
        public boolean hasNews() {
            return comes;
        }

        @Override
        public int readable() {
            return comes ? Frame.HEAD_BYTES : 0;
        }

        @Override
        public void read(byte[] target, int offset, int count) {
            comes = false;
            byte[] head = new byte[Frame.HEAD_BYTES];
            Frame.of((byte) 1, 0, 0, 0).writeHead(head, 0);
            System.arraycopy(head, 0, target, offset, count);
        }
    }
}
