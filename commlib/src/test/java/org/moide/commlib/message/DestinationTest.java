package org.moide.commlib.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.moide.commlib.Slice;

class DestinationTest {
    private final long[] own = {1, 2, 3, 4, 5, 6};
    private final long[] scratch = new long[2];
    private final List<Integer> joined = new ArrayList<>();

    private Destination adding() {
        return Destination.joined(Slice.of(own, 1, 4), Slice.of(scratch), (to, from) -> {
            joined.add(to.length());
            for (int i = 0; i < to.length(); i++) {
                ((long[]) to.array())[to.offset() + i] += ((long[]) from.array())[from.offset() + i];
            }
        });
    }

    @Test
    void shouldJoinEachPieceOnceItIsThere() {
        Destination destination = adding();
        put(destination, 0, 10, 20);
        assertThat(own).as("before the piece is complete").containsExactly(1, 2, 3, 4, 5, 6);
        destination.placed(0, 16);
        assertThat(own).containsExactly(1, 12, 23, 4, 5, 6);
        put(destination, 16, 30);
        destination.placed(16, 8);
        assertThat(own).containsExactly(1, 12, 23, 34, 5, 6);
    }

    private static void put(Destination destination, long offsetBytes, long... elements) {
        Elements.copy(Slice.of(elements), destination.place(offsetBytes, elements.length * Long.BYTES));
    }

    @Test
    void shouldJoinWhatIsLongerThanItsScratchInParts() {
        adding().take(Elements.encode(Slice.of(new long[] {10, 20, 30})), 8);
        assertThat(own).containsExactly(1, 2, 13, 24, 35, 6);
        assertThat(joined).containsExactly(2, 1);
    }

    @Test
    void shouldJoinAllFromWhereItIs() {
        adding().take(Slice.of(new long[] {10, 20, 30, 40}));
        assertThat(own).containsExactly(1, 12, 23, 34, 45, 6);
    }

    @Test
    void shouldPutPiecesInTheirPlacesWhereNothingIsJoined() {
        Destination destination = Destination.at(Slice.of(own, 1, 4));
        put(destination, 8, 10, 20);
        destination.placed(8, 16);
        destination.take(Elements.encode(Slice.of(new long[] {30})), 24);
        assertThat(own).containsExactly(1, 2, 10, 20, 30, 6);
    }

    @Test
    void shouldRefuseWhatHasNoPlace() {
        assertThatThrownBy(() -> adding().place(0, 24)).hasMessageContaining("at most 16 bytes, found 24");
        assertThatThrownBy(() -> adding().place(24, 16)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> Destination.at(Slice.of(own)).place(4, 8)).hasMessageContaining("whole elements");
    }
}
