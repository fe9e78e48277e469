package org.moide.commlib.channel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Tests that no frame (a message on a connection) stays unread when a thread goes to sleep, even if another thread
 * reads at that moment.
 */
class ChannelTest {
    private static final int MANY = 1_000;

    private final List<Frame> arrived = new ArrayList<>();
    private final Incoming incoming = new Incoming();
    private final Channel channel = new Channel(incoming, new Arrivals(), () -> 0);

    /** Returns the bytes of a frame (a message on a connection) with this number and without payload. */
    private static byte[] frame(long number) {
        byte[] head = new byte[Frame.HEAD_BYTES];
        Frame.of((byte) 1, number, 0, 0).writeHead(head, 0);
        return head;
    }

    @Test
    void shouldReadWhatCameWhileAnotherThreadFoundTheLockHeld() {
        // At this point, the reading thread has found no more bytes but still holds the lock.
        incoming.whenEmpty = () -> {
            incoming.bytes.add(frame(1));
            ownThread(channel::pollBeforeLeaving); // this thread then sleeps, and the peer will not ring
        };
        channel.pollFirmly();
        assertThat(arrived).hasSize(1);
    }

    @Test
    void shouldReadInPassingWhatCameWhileAnotherThreadFoundTheLockHeld() {
        incoming.bytes.add(frame(1));
        incoming.whenEmpty = () -> {
            incoming.bytes.add(frame(2));
            ownThread(channel::pollBeforeLeaving);
        };
        assertThat(channel.poll()).isTrue();
        assertThat(arrived).hasSize(2);
    }

    @Test
    void shouldReadWhatCameWhileTargetsWereTakenBack() {
        channel.afterReading(() -> {
            incoming.bytes.add(frame(1));
            ownThread(channel::pollBeforeLeaving);
        });
        assertThat(arrived).hasSize(1);
    }

    @Test
    void shouldReadAllBeforeLeaving() {
        for (int number = 0; number < MANY; number++) {
            incoming.bytes.add(frame(number));
        }
        channel.pollBeforeLeaving();
        assertThat(arrived).hasSize(MANY);
    }

    private static void ownThread(Runnable action) {
        Thread thread = new Thread(action);
        thread.start();
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private final class Arrivals extends IdleListener {
        @Override
        public void arrived(Frame frame) {
            arrived.add(frame);
        }
    }

    /** A connection from which the given bytes can be read; an action runs when the reader finds no more of them. */
    private static final class Incoming extends IdleConnection {
        private final Queue<byte[]> bytes = new ArrayDeque<>();
        private @Nullable Runnable whenEmpty;

        @Override
        public boolean hasNews() {
            return !bytes.isEmpty();
        }

        @Override
        public int readable() {
            byte[] first = bytes.peek();
            if (first != null) {
                return first.length;
            }
            Runnable now = whenEmpty;
            whenEmpty = null;
            if (now != null) {
                now.run();
            }
            return 0;
        }

        @Override
        public void read(byte[] target, int offset, int count) {
            byte[] first = bytes.remove();
            assertThat(count).isEqualTo(first.length);
            System.arraycopy(first, 0, target, offset, count);
        }

        @Override
        public boolean heedsAttention() {
            return true;
        }
    }
}
