package org.moide.commlib.collective;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.moide.commlib.Slice;

final class HallTest {
    private final ByteBuffer memory =
            ByteBuffer.allocateDirect(Hall.bytes(3) + Long.BYTES).alignedSlice(Long.BYTES);
    private final List<Hall> halls = IntStream.range(0, 3)
            .mapToObj(engine -> new Hall(memory, engine, 3))
            .toList();

    private void come(int engine, long note, int... data) {
        halls.get(engine).come(note, Slice.of(data));
    }

    private int[] left(int at, int by, int length) {
        int[] found = new int[length];
        halls.get(at).copy(by, Slice.of(found));
        return found;
    }

    @Test
    void shouldShowWhatEachHasLeftWhenAllHaveCome() {
        come(0, 7, 10, 11);
        come(1, 8, 20);
        assertThat(halls.get(0).allCame()).isFalse();
        assertThat(halls.get(0).hasCome(1)).isTrue();
        assertThat(halls.get(0).hasCome(2)).isFalse();

        come(2, 9);

        assertThat(halls).allMatch(Hall::allCame);
        for (int at = 0; at < 3; at++) {
            assertThat(left(at, 0, 2)).containsExactly(10, 11);
            assertThat(left(at, 1, 1)).containsExactly(20);
            assertThat(halls.get(at).length(2)).isZero();
            assertThat(halls.get(at).note(1)).isEqualTo(8);
        }
    }

    @Test
    void shouldKeepWhatWasLeftUntilAllHaveComeToTheNextMeeting() {
        IntStream.range(0, 3).forEach(engine -> come(engine, 1, engine));
        come(0, 2, 100);
        come(1, 2, 101);

        assertThat(halls.get(2).isAhead(0)).isTrue();
        assertThat(left(2, 0, 1))
                .as("of the meeting in which this engine still is")
                .containsExactly(0);
        come(2, 2, 102);
        assertThat(left(2, 0, 1)).containsExactly(100);
        assertThat(halls.get(2).isAhead(0)).isFalse();
        assertThat(halls.get(2).meetings(0)).isEqualTo(2);
    }

    @Test
    void shouldLeaveOnlyTheNumberOfElementsThatFindNoRoom() {
        int most = Hall.MOST_BYTES / Integer.BYTES;
        int[] full = IntStream.range(0, most).toArray();
        halls.get(2).come(1, Slice.of(full));
        come(0, 1, 5);
        halls.get(1).come(1, Slice.of(new int[most + 1]));

        assertThat(left(0, 2, most)).isEqualTo(full);
        assertThat(halls.get(0).length(1)).isEqualTo(most + 1);
        assertThat(left(2, 0, 1)).as("beside a full place").containsExactly(5);
        assertThatThrownBy(() -> left(0, 1, most + 1)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void shouldTellWhoSleeps() {
        halls.get(1).sleeps(true);
        assertThat(halls.get(0).isAsleep(1)).isTrue();
        assertThat(halls.get(0).isAsleep(2)).isFalse();
        halls.get(1).sleeps(false);
        assertThat(halls.get(0).isAsleep(1)).isFalse();
    }

    @Test
    void shouldRefuseMemoryThatIsTooShort() {
        assertThatThrownBy(() -> new Hall(memory, 0, 4)).hasMessageContaining("bytes of memory for 4 engines");
    }
}
