package org.moide.engine;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ArgumentsTest {
    @Test
    void shouldKnowWhetherAnOptionWasGivenAValue() {
        Arguments arguments = Arguments.of("--size", "4", "--name=", "--flag", "plain", "--last");

        assertThat(arguments.has("--size")).isTrue();
        assertThat(arguments.has("--name")).as("an empty one").isTrue();
        assertThat(arguments.has("--siz")).isFalse();
        assertThat(arguments.has("--other")).isFalse();
        assertThat(arguments.has("--last")).as("no value follows").isFalse();
    }
}
