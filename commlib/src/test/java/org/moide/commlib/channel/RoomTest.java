package org.moide.commlib.channel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.moide.commlib.port.DataConnection;

/**
 * Tests that a thread which sleeps until a channel has room for a frame is woken when there is enough, in whatever
 * steps the peer reads.
 */
class RoomTest {
    private static final int SEEDS = 50;
    private static final int SLEEPS = 10;
    private static final int LONGEST = Frame.bytes(Channel.MOST_PAYLOAD_BYTES);

    @Test
    void shouldRingOnceThereIsRoomForAnyFrame() {
        for (int seed = 0; seed < SEEDS; seed++) {
            play(new SplittableRandom(seed), "seed " + seed);
        }
    }

    private static void play(SplittableRandom random, String seed) {
        Ring ring = new Ring();
        Channel writer = new Channel(ring.new WritingEnd(), new IdleListener(), () -> 0);
        Channel reader = new Channel(ring.new ReadingEnd(), new IdleListener(), () -> 0);
        int most = 1 << random.nextInt(6, 18);
        for (int sleep = 0; sleep < SLEEPS; sleep++) {
            int reads = random.nextInt(4);
            while (writer.write(frame(random.nextInt(Math.min(most, Channel.MOST_PAYLOAD_BYTES) + 1)), false)) {
                if (reads > 0 && random.nextInt(8) == 0) {
                    reads--;
                    read(ring, reader, random);
                }
            }
            assertThat(writer.hasRoom()).as(seed).isFalse();
            ring.writerSleeps = true;
            while (ring.writerSleeps && ring.unread() > 0) {
                read(ring, reader, random);
            }
            assertThat(ring.writerSleeps)
                    .as("%s: the writer sleeps although there is room", seed)
                    .isFalse();
        }
    }

    private static void read(Ring ring, Channel reader, SplittableRandom random) {
        ring.seen = random.nextInt(ring.unread() + 1);
        reader.poll();
    }

    private static Frame frame(int payloadBytes) {
        return new Frame((byte) 1, (byte) 0, 0, 0, 0, 0, 0, 0, new byte[payloadBytes]);
    }

    /**
     * The smallest possible ring buffer between a writer and a reader. The test decides how many of the written bytes
     * the reader sees.
     */
    private static final class Ring {
        private final byte[] bytes = new byte[DataConnection.LEAST_ROOM];
        private long written;
        private long read;
        private int seen;
        private boolean writerSleeps;

        int unread() {
            return (int) (written - read);
        }

        private abstract static class End extends IdleConnection {
            @Override
            public boolean hasNews() {
                return true;
            }

            @Override
            public boolean heedsAttention() {
                return true;
            }
        }

        private final class WritingEnd extends End {
            @Override
            public int writable() {
                return bytes.length - unread();
            }

            @Override
            public void write(byte[] source, int offset, int count) {
                for (int i = 0; i < count; i++) {
                    bytes[(int) ((written + i) % bytes.length)] = source[offset + i];
                }
                written += count;
            }
        }

        private final class ReadingEnd extends End {
            @Override
            public int readable() {
                return Math.min(seen, unread());
            }

            @Override
            public void read(byte[] target, int offset, int count) {
                for (int i = 0; i < count; i++) {
                    target[offset + i] = bytes[(int) ((read + i) % bytes.length)];
                }
                read += count;
                seen -= count;
            }

            @Override
            public void ring(boolean urgent) {
                if (bytes.length - unread() >= LONGEST) {
                    writerSleeps = false; // it checks, and finds room
                }
            }
        }
    }
}
