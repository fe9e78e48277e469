package org.moide.engine.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class RunTermTest {
    @Test
    void shouldBeReadFromTheNameThatItGives() {
        for (RunTerm term :
                new RunTerm[] {new RunTerm("4k2", 1), new RunTerm("4k2", 2), new RunTerm("a", 999_999_999)}) {
            assertThat(RunTerm.of(term.name())).isEqualTo(term);
        }
        assertThat(new RunTerm("4k2", 1).name())
                .as("as runs were called before")
                .isEqualTo("4k2");
        assertThat(RunTerm.of("4k2r7x")).isEqualTo(new RunTerm("4k2r7x", 1));
    }

    @Test
    void shouldTakeWhatIsNoNumberForAPartOfTheName() {
        for (String name : new String[] {"4k2.", "4k2.0", "4k2.01", "4k2.x", ".2", "4k2.1234567890", "4k2.-1"}) {
            assertThat(RunTerm.of(name)).isEqualTo(new RunTerm(name, 1));
        }
        assertThatThrownBy(() -> new RunTerm("4k2", 0)).isInstanceOf(IllegalArgumentException.class);
    }
}
