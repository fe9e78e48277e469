package org.moide.engine.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.moide.engine.Directives;
import org.moide.engine.control.EngineHost;

class HostNeedsTest {
    private static final EngineHost NODE = new EngineHost("Gpu-7.example.org", List.of("gpu", "rack=7"), 1_000);

    private static boolean meets(Directives directives) {
        HostNeeds needs = HostNeeds.of(directives);
        return needs == null || needs.areMetBy(NODE);
    }

    @ParameterizedTest
    @CsvSource({
        "gpu-7, true",
        "GPU-7.example.ORG, true",
        "gpu*, true",
        "*, true",
        "*-7, true",
        "g*-*.org, true",
        "gpu-7*, true",
        "gpu-7**, true",
        "gpu, false",
        "gpu-, false",
        "gpu-7.example, false",
        "*gpu, false",
        "*-8, false",
        "g*8*, false",
        "cpu*, false"
    })
    void shouldKnowAHostByItsName(String pattern, boolean fits) {
        assertThat(meets(Directives.NONE.onHosts(pattern))).isEqualTo(fits);
        assertThat(meets(Directives.NONE.onHosts("other", pattern))).isEqualTo(fits);
    }

    @Test
    void shouldNotTakeLongForAPatternOfManyStars() {
        String pattern = "*a".repeat(100) + "b";
        EngineHost host = new EngineHost("a".repeat(250), List.of(), 1);
        assertThat(new HostNeeds(List.of(pattern), List.of(), 0).areMetBy(host)).isFalse();
    }

    @Test
    void shouldWantAllLabels() {
        assertThat(meets(Directives.NONE.onLabels("gpu"))).isTrue();
        assertThat(meets(Directives.NONE.onLabels("rack=7", "gpu"))).isTrue();
        assertThat(meets(Directives.NONE.onLabels("rack=*"))).isTrue();
        assertThat(meets(Directives.NONE.onLabels("rack"))).isFalse();
        assertThat(meets(Directives.NONE.onLabels("gpu", "ssd"))).isFalse();
        assertThat(meets(Directives.NONE.onLabels("GPU"))).isFalse();
    }

    @Test
    void shouldWantEnoughMemory() {
        assertThat(meets(Directives.NONE.needsMemory(1_000))).isTrue();
        assertThat(meets(Directives.NONE.needsMemory(1_001))).isFalse();
        assertThat(meets(Directives.NONE.onHosts("gpu*").needsMemory(1_001))).isFalse();
        assertThat(meets(Directives.NONE.onHosts("cpu*").needsMemory(1_000))).isFalse();
    }

    @Test
    void shouldRefuseWhatCannotBe() {
        assertThatThrownBy(() -> Directives.NONE.onHosts(" ")).hasMessageContaining("expected a host's name");
        assertThatThrownBy(() -> Directives.NONE.onLabels("a".repeat(256)))
                .hasMessageContaining("of 1 to 255 characters, found 256");
        assertThatThrownBy(() ->
                        Directives.NONE.onHosts(Collections.nCopies(257, "a").toArray(String[]::new)))
                .hasMessageContaining("expected at most 256, found 257");
        assertThatThrownBy(() -> Directives.NONE.needsMemory(-1)).hasMessageContaining("found -1");
        assertThatThrownBy(() -> new EngineHost("a".repeat(256), List.of(), 1)).hasMessageContaining("1 to 255");
        assertThatThrownBy(() -> new EngineHost("a", Collections.nCopies(33, "x"), 1))
                .hasMessageContaining("at most 32 labels, found 33");
        assertThatThrownBy(() -> new EngineHost("a", List.of("x y"), 1)).hasMessageContaining("found 'x y'");
        assertThatThrownBy(() -> new EngineHost("a", List.of(), 0)).hasMessageContaining("some memory");
    }
}
