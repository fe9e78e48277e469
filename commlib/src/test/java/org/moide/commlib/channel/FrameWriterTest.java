package org.moide.commlib.channel;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.moide.commlib.Slice;

/** Tests which frames a writer sends at once and which together, and that none stays unsent. The test sets the time. */
class FrameWriterTest {
    private static final int FRAMES_AT_ONCE = 4;
    private static final Frame FRAME = Frame.of((byte) 1, 0, 0, 0);

    private final Gathering connection = new Gathering();
    private final FrameWriter writer =
            new FrameWriter(connection, new Doorbell(connection, () -> connection.now), () -> connection.now);
    private int woken;

    FrameWriterTest() {
        writer.ownThread(() -> woken++);
    }

    private void write(int frames) throws IOException {
        for (int frame = 0; frame < frames; frame++) {
            assertThat(writer.write(FRAME, null, false, true)).isTrue();
        }
    }

    @Test
    void shouldPublishTheFirstFramesAtOnceAndWakeNobody() throws IOException {
        write(FRAMES_AT_ONCE);
        assertThat(connection.published).isEqualTo(FRAMES_AT_ONCE);
        assertThat(woken).isZero();
    }

    /** Uses a clock far below zero, since the first value of a ticker may be any. */
    @Test
    void shouldNotBeLookedAfterBeforeAnythingWasWritten() throws IOException {
        connection.now = -1_000 * FrameWriter.LONGEST_NANOS;
        assertThat(new FrameWriter(connection, new Doorbell(connection, () -> connection.now), () -> connection.now)
                        .publishOverdue(true))
                .isFalse();
    }

    @Test
    void shouldPublishEachFrameAtOnceWhenTheyAreNoStream() throws IOException {
        for (int frame = 0; frame < 50; frame++) {
            connection.now += FrameWriter.STREAM_NANOS + 1;
            write(1);
            assertThat(connection.unsent()).isZero();
        }
    }

    @Test
    void shouldKeepTheFramesOfAStreamTogetherAndWakeTheOwnThreadOnce() throws IOException {
        write(FRAMES_AT_ONCE + 100);
        assertThat(connection.published).isEqualTo(FRAMES_AT_ONCE);
        assertThat(connection.unsent()).isEqualTo(100 * Frame.HEAD_BYTES);
        assertThat(woken).isEqualTo(1);
    }

    @Test
    void shouldPublishAStreamNowAndThen() throws IOException {
        write(FRAMES_AT_ONCE);
        for (int frame = 0; frame < 1000; frame++) {
            connection.now += 500;
            write(1);
            assertThat(connection.now - connection.publishedNanos).isLessThan(FrameWriter.STREAM_NANOS);
        }
        assertThat(connection.published).isLessThan(40);
    }

    @Test
    void shouldPublishAtOnceWhatIsUrgentOrMuch() throws IOException {
        write(FRAMES_AT_ONCE + 1);
        writer.write(FRAME, null, true, true);
        assertThat(connection.unsent()).isZero();
        Slice much = Slice.of(new long[8192]);
        writer.write(FRAME, much, false, true);
        assertThat(connection.unsent()).isZero();
    }

    @Test
    void shouldPublishWhenTheWriterWaitsAndBeginAgainAfterThat() throws IOException {
        write(FRAMES_AT_ONCE + 1);
        writer.publishNow();
        assertThat(connection.unsent()).isZero();
        write(FRAMES_AT_ONCE);
        assertThat(connection.unsent()).isZero();
    }

    @Test
    void shouldPublishAtOnceWhenTheOtherSideHasSaidSomething() throws IOException {
        write(FRAMES_AT_ONCE + 1);
        writer.answered();
        write(FRAMES_AT_ONCE);
        assertThat(connection.unsent()).isZero();
        write(1);
        assertThat(connection.unsent()).isPositive();
    }

    @Test
    void shouldPublishInPassingOnlyWhatHasBeenLeftForAWhile() throws IOException {
        write(FRAMES_AT_ONCE + 1);
        writer.publishInPassing();
        assertThat(connection.unsent()).isPositive();
        connection.now += FrameWriter.STREAM_NANOS;
        writer.publishInPassing();
        assertThat(connection.unsent()).isZero();
    }

    @Test
    void shouldHaveTheOwnThreadSleepAtASocketThatIsFull() throws IOException {
        connection.roomOnTheWay = 10;
        write(1);
        assertThat(woken).isEqualTo(1);
        assertThat(connection.unsent()).isEqualTo(Frame.HEAD_BYTES - 10);
        connection.now += FrameWriter.STREAM_NANOS;
        assertThat(writer.publishOverdue(true)).isFalse();
        write(1);
        assertThat(woken).as("woken by the socket anyway").isEqualTo(1);
        connection.roomOnTheWay = Integer.MAX_VALUE;
        connection.now += FrameWriter.STREAM_NANOS;
        writer.publishOverdue(true);
        assertThat(connection.unsent()).isZero();
    }

    /**
     * Writes at random times, and lets the channel's own thread behave as required: it comes when it is woken, or
     * within the longest time after it said that it would come again.
     */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void shouldNeverLeaveAnythingForLong(long seed) throws IOException {
        Random random = new Random(seed);
        long comesNanos = Long.MAX_VALUE;
        for (int step = 0; step < 20_000; step++) {
            int before = woken;
            switch (random.nextInt(8)) {
                case 0 -> writer.publishInPassing();
                case 1 -> {
                    if (random.nextInt(20) == 0) {
                        writer.publishNow();
                    }
                }
                case 2 -> connection.now += random.nextInt(60_000);
                default -> {
                    connection.now += random.nextInt(2_000);
                    write(1);
                }
            }
            if (woken > before) {
                comesNanos = Math.min(comesNanos, connection.now + random.nextInt(50_000));
            }
            if (connection.now >= comesNanos) {
                comesNanos = writer.publishOverdue(true) ? connection.now + FrameWriter.LONGEST_NANOS : Long.MAX_VALUE;
            }
            if (connection.unsent() > 0) {
                assertThat(comesNanos)
                        .as("seed " + seed + ", step " + step + ": when the own thread comes")
                        .isLessThanOrEqualTo(connection.now + FrameWriter.LONGEST_NANOS);
                assertThat(connection.now - connection.emptyNanos)
                        .as("seed " + seed + ", step " + step + ": how long something has been unsent")
                        .isLessThanOrEqualTo(3 * FrameWriter.LONGEST_NANOS);
            }
        }
        assertThat(woken).isPositive();
    }

    /** A connection with as much room as the test sets, which counts the published bytes. */
    private static final class Gathering extends IdleConnection {
        private long now = 1_000_000;
        private long publishedNanos;
        private long emptyNanos;
        private int published;
        private int unsent;
        private int roomOnTheWay = Integer.MAX_VALUE;

        @Override
        public int writable() {
            return LEAST_ROOM - unsent;
        }

        @Override
        public void write(byte[] source, int offset, int count) {
            written(count);
        }

        @Override
        public void write(Slice source) {
            written((int) source.bytes());
        }

        private void written(int count) {
            if (unsent == 0) {
                emptyNanos = now;
            }
            unsent += count;
        }

        @Override
        public void publish(boolean urgent) {
            int leaves = Math.min(unsent, roomOnTheWay);
            unsent -= leaves;
            if (roomOnTheWay != Integer.MAX_VALUE) {
                roomOnTheWay -= leaves;
            }
            published++;
            publishedNanos = now;
        }

        @Override
        public int unsent() {
            return unsent;
        }

        @Override
        public void ring(boolean urgent) {
            throw new AssertionError("expected a writer that does not ring");
        }

        @Override
        public void attention(Attention wanted) {
            throw new AssertionError("expected a writer that says nothing of who looks");
        }

        @Override
        public void wake() {
            throw new AssertionError("expected a writer that wakes by what it was given");
        }

        @Override
        public void awaitReadable() {
            throw new AssertionError("expected a writer that does not sleep");
        }

        @Override
        public void close() {
            throw new AssertionError("expected a writer that does not close");
        }
    }
}
