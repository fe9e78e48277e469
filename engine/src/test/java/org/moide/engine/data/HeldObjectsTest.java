package org.moide.engine.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.moide.balance.data.DataStore;
import org.moide.balance.data.DataTotals;
import org.moide.commlib.contract.StreamCodec;
import org.moide.engine.control.DataStatistics;

class HeldObjectsTest {
    private final HeldObjects held = new HeldObjects();

    @Test
    void shouldGiveSeveralSmallObjectsInOneAnswer() {
        held.keep(3, new byte[] {3});
        held.keep(5, new byte[] {5, 5});

        assertThat(held.objects(List.of(5L, 4L, 3L)))
                .as("nothing for the one that is not here")
                .containsExactly(new byte[] {5, 5}, new byte[0], new byte[] {3});
    }

    @Test
    void shouldGiveASharedObjectToOthersAfterItWasDecodedHere() {
        StreamCodec codec = new StreamCodec();
        byte[] bytes = codec.encode("shared");
        held.keep(-1, bytes);
        held.keep(1, bytes);

        assertThat(held.value(-1, codec)).isEqualTo("shared").isSameAs(held.value(-1, codec));
        assertThat(held.value(1, codec)).isNotSameAs(held.value(-1, codec));
        assertThat(held.piece(-1, 0, bytes.length)).isEqualTo(bytes);
        assertThat(held.has(-1)).isTrue();
        assertThat(held.has(-2)).isFalse();
    }

    /** Tests that a shared object, which is never dropped, does not occupy memory twice, as bytes and as a value. */
    @Test
    void shouldLetTheBytesOfADecodedSharedObjectGoWhenMemoryIsShort() {
        StreamCodec codec = new StreamCodec();
        int bytes = (int) (Runtime.getRuntime().maxMemory() / 4);
        int most = 6;
        for (int number = 0; number < most; number++) {
            held.keep(DataSpace.idOfShared(number), padded(codec, "number " + number, bytes));
            assertThat(held.value(DataSpace.idOfShared(number), codec)).isEqualTo("number " + number);
        }

        assertThat(held.piece(-1, 0, 1))
                .as("more than the heap takes have come")
                .isEmpty();
        assertThat(held.value(-1, codec)).isEqualTo("number 0");
    }

    private static byte[] padded(StreamCodec codec, String value, int bytes) {
        return Arrays.copyOf(codec.encode(value), bytes);
    }

    @Test
    void shouldCountWhatItGives() {
        held.keep(1, new byte[] {1, 1, 1});
        held.keep(2, new byte[] {2});
        held.piece(1, 0, 2);
        held.piece(1, 2, 1);
        held.piece(3, 0, 1);
        held.objects(List.of(2L, 3L));

        DataStatistics counted = held.counts().with(DataTotals.NONE);
        assertThat(counted.given()).as("1 and 2 are whole").isEqualTo(2);
        assertThat(counted.givenBytes()).isEqualTo(4);
    }

    @Test
    void shouldRefuseMoreThanOneAnswerTakes() {
        held.keep(1, new byte[DataHolder.PIECE_BYTES]);
        held.keep(2, new byte[1]);
        List<Long> many =
                LongStream.rangeClosed(0, DataStore.MOST_AT_ONCE).boxed().toList();

        assertThat(held.objects(List.of(1L))).hasSize(1);
        assertThatThrownBy(() -> held.objects(List.of(1L, 2L)))
                .hasMessageContaining("expected at most " + DataHolder.PIECE_BYTES + " bytes in one call");
        assertThatThrownBy(() -> held.objects(many)).hasMessageContaining("expected at most 256 data objects");
    }
}
