package org.moide.coordinator.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class NearestTest {
    private static final List<String> SAMPLES = List.of("hello", "pi", "raytrace", "cg", "nbody");

    @Test
    void shouldGuessTheWordThatWasMeant() {
        assertThat(Nearest.to("raytrce", SAMPLES)).containsExactly("raytrace");
        assertThat(Nearest.to("Nobdy", SAMPLES)).containsExactly("nbody");
        assertThat(Nearest.to("ray", SAMPLES)).containsExactly("raytrace");
        assertThat(Nearest.hint("gc", SAMPLES)).isEqualTo(": did you mean cg?");
    }

    @Test
    void shouldNotGuessWhenAllAreFarAway() {
        assertThat(Nearest.to("quadrature", SAMPLES)).isEmpty();
        assertThat(Nearest.hint("x.y.Z", SAMPLES)).isEmpty();
        assertThat(Nearest.to("--bogus", List.of("--hosts", "--plot")))
                .as("dashes are no letters")
                .isEmpty();
    }

    @Test
    void shouldCountASwapOfNeighboursOnce() {
        assertThat(Nearest.distance("abcd", "abdc")).isEqualTo(1);
        assertThat(Nearest.distance("", "abc")).isEqualTo(3);
        assertThat(Nearest.distance("kitten", "sitting")).isEqualTo(3);
    }
}
