package org.moide.engine.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.moide.balance.data.DataStore;

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
