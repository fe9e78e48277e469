package org.moide.command.story;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the example applications in README and {@code docs}: they equal those in {@code examples}, and they run. */
@Timeout(600)
class ExamplesStoryTest {
    private static final Path ROOT = Path.of("..");

    @TempDir
    Path home;

    @Test
    @Tag("full")
    void shouldCompileAndRunHeatAsItIsShown() throws IOException {
        compileAndRun("Heat", "heat: 1734.793065");
    }

    /** Compiles and runs the example, which computes for half a minute. */
    @Test
    @Tag("full")
    void shouldCompileAndRunPrimesAsItIsShown() throws IOException {
        compileAndRun("Primes", "primes: 664579");
    }

    @ParameterizedTest
    @ValueSource(strings = {"Primes", "Heat"})
    void shouldBeTheSourceThatIsShown(String name) throws IOException {
        assertThat(source(name)).contains(shown(name));
    }

    @ParameterizedTest
    @ValueSource(strings = {"Primes", "Heat"})
    void shouldCompile(String name) throws IOException {
        assertThat(OwnApplication.compile(home, "org.example." + name, source(name))
                        .classes()
                        .resolve("org/example/" + name + ".class"))
                .isRegularFile();
    }

    private void compileAndRun(String name, String result) throws IOException {
        Path classes = OwnApplication.compile(home, "org.example." + name, source(name))
                .classes();
        for (String engines : List.of("1", "2")) {
            try (MoideProcess run = MoideProcess.start(
                    home,
                    "run",
                    "--local-engines",
                    engines,
                    "--threads",
                    "2",
                    "--classpath",
                    classes.toString(),
                    "org.example." + name)) {
                run.awaitSuccess();
                assertThat(run.out()).containsExactly(result);
            }
        }
    }

    private static String source(String name) throws IOException {
        return Files.readString(ROOT.resolve("examples/own-application/src/main/java/org/example/" + name + ".java"));
    }

    /** Returns a class as the page shows it, without its last line, since the source may contain more after it. */
    private static String shown(String name) throws IOException {
        String page = Files.readString(ROOT.resolve(name.equals("Heat") ? "docs/applications.md" : "README.md"));
        int begin = page.indexOf("public final class " + name);
        assertThat(begin).as("a page that shows %s", name).isPositive();
        String block = page.substring(begin, page.indexOf("```", begin)).stripTrailing();
        assertThat(block).endsWith("\n}");
        return block.substring(0, block.length() - 1);
    }
}
