package org.moide.coordinator.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.moide.engine.Arguments;
import org.moide.engine.control.TaskSettings;

class RunPlanTest {
    private static final DaemonAddress A = new DaemonAddress("a", 7100, 0);

    @TempDir
    Path folder;

    @Test
    void shouldHaveAnEngineBesideACoordinatorThatComputesNothing() {
        Placement detached = plan(Placement.alone()).placement().withoutOwnEngine();
        assertThat(detached.localChildren()).isEqualTo(1);
        assertThat(plan(detached).placement().isAlone()).isFalse();
    }

    @Test
    void shouldStartEveryLocalEngineApartWhenThisJvmOnlyCoordinates() {
        assertThat(new Placement(false, 2, List.of(), 0).localChildren()).isEqualTo(2);
        assertThat(new Placement(true, 2, List.of(), 0).localChildren()).isEqualTo(1);
        assertThat(new Placement(true, 1, List.of(A), 0).localChildren()).isZero();
        assertThat(Placement.alone().isAlone()).isTrue();
    }

    @Test
    void shouldRefuseEnginesForWhichNoHostIsNamed() {
        assertThatThrownBy(() -> new Placement(true, 1, List.of(), 3))
                .isInstanceOf(PlanException.class)
                .hasMessageContaining("--local-engines 3");
        assertThatThrownBy(() -> new Placement(true, 2, List.of(A), 0))
                .isInstanceOf(PlanException.class)
                .hasMessageContaining("expected only one of them");
    }

    @Test
    void shouldRefuseSettingsThatNoEngineCanHave() {
        assertThatThrownBy(() -> new EngineSettings(0, 1 << 20, List.of(), Map.of()))
                .hasMessageContaining("expected at least 32m");
        assertThatThrownBy(() -> new EngineSettings(0, 0, List.of("Xss2m"), Map.of()))
                .hasMessageContaining("--jvm-arg=Xss2m with its dash");
        assertThatThrownBy(() -> new EngineSettings(0, 0, List.of(), Map.of("a", Double.NaN)))
                .hasMessageContaining("expected a number above 0 for a, found NaN");
        assertThatThrownBy(() -> new EngineSettings(5000, 0, List.of(), Map.of()))
                .hasMessageContaining("expected 1 to 4096, found 5000");
    }

    @Test
    void shouldRefuseFilesThatAreNotThereOrShareAName() throws IOException {
        Path one = Files.writeString(folder.resolve("scene.txt"), "");
        Path other =
                Files.writeString(Files.createDirectory(folder.resolve("other")).resolve("scene.txt"), "");
        assertThat(plan(List.of(one), null).requireFiles().files()).containsExactly(one);
        assertThatThrownBy(() -> plan(List.of(one, other), null))
                .hasMessageContaining("two files are called scene.txt");
        assertThatThrownBy(() -> plan(List.of(folder.resolve("none")), null).requireFiles())
                .hasMessageContaining("--files: expected a file, found nothing at");
        assertThat(plan(List.of(folder.resolve("other")), null).requireFiles().files())
                .containsExactly(folder.resolve("other"));
        assertThatThrownBy(() -> plan(List.of(Files.writeString(folder.resolve("a\\b"), "")), null)
                        .requireFiles())
                .hasMessageContaining("expected a name that every host can give a file, found 'a\\b'");
        // This file exists and can be opened, but not read.
        assertThatThrownBy(() -> plan(List.of(Path.of("/proc/self/mem")), null).requireFiles())
                .hasMessage("--files: cannot read /proc/self/mem: Input/output error");
        assertThatThrownBy(() -> plan(List.of(), folder.resolve("no/run.json")).requireFiles())
                .hasMessageContaining("--report: expected a file name in a folder that exists");
        assertThatThrownBy(() -> plan(List.of(), folder).requireFiles()).hasMessageContaining("--report");
    }

    @Test
    void shouldPrintItself() {
        assertThat(plan(new Placement(true, 3, List.of(), 0)).lines())
                .contains(
                        "engines on: this JVM, 2 more on this machine",
                        "each engine: threads by processors, memory" + " shared by default");
    }

    @Test
    void shouldReadSizesAsJavaDoes() {
        assertThat(MemorySize.bytes("--m", "512m")).isEqualTo(512L << 20);
        assertThat(MemorySize.bytes("--m", "2G")).isEqualTo(2L << 30);
        assertThat(MemorySize.bytes("--m", "1000")).isEqualTo(1000);
        for (String wrong : List.of("", "m", "2x", "-1g", "0", "9999999999t", "1.5g")) {
            assertThatThrownBy(() -> MemorySize.bytes("--m", wrong))
                    .isInstanceOf(PlanException.class)
                    .hasMessage("--m: expected a size such as 512m or 2g, found '" + wrong + "'");
        }
    }

    private static RunPlan plan(Placement placement) {
        return new RunPlan(
                application(),
                placement,
                Assistance.NONE,
                EngineSettings.measured(),
                null,
                StrategyChoice.usual(),
                TaskSettings.DEFAULT,
                CommProfile.usual(),
                List.of(),
                NetworkSettings.usual(),
                OutputSettings.usual());
    }

    private static RunPlan plan(List<Path> files, @Nullable Path report) {
        return new RunPlan(
                application(),
                Placement.alone(),
                Assistance.NONE,
                EngineSettings.measured(),
                null,
                StrategyChoice.usual(),
                TaskSettings.DEFAULT,
                CommProfile.usual(),
                files,
                NetworkSettings.usual(),
                report == null ? OutputSettings.usual() : OutputSettings.usual().reportingTo(report));
    }

    private static ApplicationPlan application() {
        return new ApplicationPlan("hello", "a.Hello", List.of(), Arguments.of());
    }
}
