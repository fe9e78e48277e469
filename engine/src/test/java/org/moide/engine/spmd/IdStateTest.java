package org.moide.engine.spmd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.moide.commlib.message.Content;
import org.moide.commlib.message.Envelope;

class IdStateTest {
    private static final byte[] STATE = {1, 2, 3, 4, 5, 6, 7};
    private static final Envelope MESSAGE = new Envelope.Eager(3, 1, 42, -9, Content.BYTE, new byte[] {11, 12});

    private static byte[] encoded(int expectedBytes) {
        List<Envelope> unreceived = List.of(MESSAGE, new Envelope.InContext(5, MESSAGE));
        return IdState.encoded(17, unreceived, out -> out.writeBytes(STATE), expectedBytes);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 100, 131, 132, 133, 10_000})
    void shouldComeBackAsItWasHoweverLongItWasExpectedToBe(int expectedBytes) {
        IdState found = IdState.decoded(encoded(expectedBytes));
        assertThat(found.utterances()).isEqualTo(17);
        assertThat(found.state()).isEqualTo(STATE);
        assertThat(found.unreceived()).hasSize(2);
        assertThat(found.unreceived().get(1))
                .isInstanceOfSatisfying(
                        Envelope.InContext.class,
                        inner -> assertThat(inner.message()).isInstanceOfSatisfying(Envelope.Eager.class, eager -> {
                            assertThat(eager.tag()).isEqualTo(42);
                            assertThat(eager.note()).isEqualTo(-9);
                            assertThat(eager.bytes()).isEqualTo(new byte[] {11, 12});
                        }));
    }

    @Test
    void shouldHaveNoByteTooMany() {
        int length = encoded(0).length;
        assertThat(encoded(length)).hasSize(length);
        assertThat(encoded(2 * length)).isEqualTo(encoded(0));
    }

    @Test
    void shouldRefuseWhatWasCutOffOrHasMore() {
        byte[] whole = encoded(0);
        assertThatThrownBy(() -> IdState.decoded(Arrays.copyOf(whole, whole.length + 1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("a saved state: expected the end, found 1 bytes more");
        assertThatThrownBy(() -> IdState.decoded(Arrays.copyOf(whole, whole.length - 1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("a saved state: expected");
    }
}
