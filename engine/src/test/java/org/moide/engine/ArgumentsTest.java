package org.moide.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Set;
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

    @Test
    void shouldRefuseAnOptionWhoseValueIsMissingOrEmpty() {
        for (String[] words : new String[][] {{"--input", ""}, {"--input="}}) {
            assertThatThrownBy(() -> Arguments.of(words).allow(Set.of("--input"), Set.of(), 0))
                    .isInstanceOf(UsageException.class)
                    .hasMessage("--input: expected a value, found an empty one, as of a variable that is not set");
        }
        for (String[] words : new String[][] {{"--input"}, {"--input", "--all"}}) {
            assertThatThrownBy(() -> Arguments.of(words).allow(Set.of("--input"), Set.of("--all"), 0))
                    .hasMessage("--input needs a value: --input <value>");
        }
        Arguments.of("--input", "a", "--input=b", "--all").allow(Set.of("--input"), Set.of("--all"), 0);
    }
}
