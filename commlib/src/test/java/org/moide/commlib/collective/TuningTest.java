package org.moide.commlib.collective;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class TuningTest {
    @Test
    void shouldReadWhatItPrints() {
        Tuning tuning = new Tuning(1, 2, 24, 4, 5);
        assertThat(Tuning.parse(tuning.print())).isEqualTo(tuning);
        assertThat(Tuning.parse(Tuning.DEFAULT.print())).isEqualTo(Tuning.DEFAULT);
    }

    @Test
    void shouldTakeTheDefaultWhenALineIsMissing() {
        Tuning tuning = Tuning.parse("# by hand\n\n  longReduceBytes=  4096 \n");
        assertThat(tuning.longReduceBytes()).isEqualTo(4096);
        assertThat(tuning.segmentBytes()).isEqualTo(Tuning.DEFAULT.segmentBytes());
        assertThat(Tuning.parse("")).isEqualTo(Tuning.DEFAULT);
    }

    @Test
    void shouldNameTheLineWhenItCannotBeRead() {
        assertThatThrownBy(() -> Tuning.parse("\nlongReduce = 5"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("line 2: expected one of [threadShareBytes, ")
                .hasMessageContaining("found \"longReduce = 5\"");
        assertThatThrownBy(() -> Tuning.parse("longReduceBytes"))
                .hasMessageContaining("line 1: expected a number of bytes")
                .hasMessageContaining("found \"\"");
        assertThatThrownBy(() -> Tuning.parse("longReduceBytes = 1 MiB")).hasMessageContaining("found \"1 MiB\"");
        assertThatThrownBy(() -> Tuning.parse("segmentBytes = 12"))
                .hasMessageContaining("line 1: segmentBytes: expected a multiple of 8, found 12");
        assertThatThrownBy(() -> Tuning.parse("\nlongGatherBytes = -1\nsegmentBytes = 8"))
                .hasMessageContaining("line 2: longGatherBytes: expected 0 or more");
    }
}
