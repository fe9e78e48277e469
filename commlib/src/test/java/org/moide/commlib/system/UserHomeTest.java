package org.moide.commlib.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

class UserHomeTest {
    @Test
    void shouldPreferItsOwnVariableToHomeAndHomeToWhatTheJvmFound() {
        assertThat(UserHome.folder(Map.of("MOIDE_HOME", "/m", "HOME", "/h"), "/j"))
                .isEqualTo(Path.of("/m"));
        assertThat(UserHome.folder(Map.of("HOME", "/h"), "/j")).isEqualTo(Path.of("/h"));
        assertThat(UserHome.folder(Map.of(), "/j")).isEqualTo(Path.of("/j"));
    }

    @Test
    void shouldTakeAnEmptyVariableForOneThatIsNotSet() {
        assertThat(UserHome.folder(Map.of("MOIDE_HOME", "", "HOME", ""), "/j")).isEqualTo(Path.of("/j"));
    }

    @Test
    void shouldNameTheSamePlaceInEveryProcessWhenTheVariableIsRelative() {
        assertThat(UserHome.folder(Map.of("MOIDE_HOME", "here/../there"), "/j"))
                .isEqualTo(Path.of("there").toAbsolutePath());
    }
}
