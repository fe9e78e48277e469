package org.moide.samples.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class ContentTest {
    @Test
    void shouldReadWhatWasWrittenAsManyTimes() {
        Content sent = new Content(64);
        Content received = new Content(64);
        for (int turn = 1; turn <= 3; turn++) {
            copy(sent.write().array(), received.place().array());
            received.read();
            assertThat((long[]) received.place().array()).hasSize(8).containsOnly(turn);
        }
    }

    @Test
    void shouldRefuseElementsThatDidNotCome() {
        Content sent = new Content(64);
        Content received = new Content(64);
        copy(sent.write().array(), received.place().array());
        received.read();
        sent.write();

        assertThatThrownBy(received::read)
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("expected 8 elements of 2, found 8 as their sum");
    }

    private static void copy(Object from, Object to) {
        System.arraycopy(from, 0, to, 0, 8);
    }
}
