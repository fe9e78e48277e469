package org.moide.coordinator.story;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The applications of one's own that README shows are those in {@code examples}, and they run. */
@Timeout(600)
class ExamplesStoryTest {
    private static final Path ROOT = Path.of("..");

    @TempDir
    Path home;

    @ParameterizedTest
    @CsvSource({"Primes, primes: 664579", "Heat, heat: 1734.793065"})
    void shouldCompileAndRunAsReadmeShowsIt(String name, String result) throws IOException {
        String source =
                Files.readString(ROOT.resolve("examples/own-application/src/main/java/org/example/" + name + ".java"));
        assertThat(source).contains(shown(name));
        Path classes =
                OwnApplication.compile(home, "org.example." + name, source).classes();
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

    /** What README shows of the class, without its last line: the source may have more after it. */
    private static String shown(String name) throws IOException {
        String readme = Files.readString(ROOT.resolve("README.md"));
        int begin = readme.indexOf("public final class " + name);
        assertThat(begin).as("README shows %s", name).isPositive();
        String block = readme.substring(begin, readme.indexOf("```", begin)).stripTrailing();
        assertThat(block).endsWith("\n}");
        return block.substring(0, block.length() - 1);
    }
}
