package org.moide.command.story;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Checks that projects of {@code moide new} run on two engines. The script {@code .ci/run} builds such a project with
 * Maven.
 */
@Tag("full")
class NewProjectStoryTest {
    @TempDir
    Path home;

    @ParameterizedTest
    @CsvSource({
        "--bag, --blocks, 10, primes: 9592",
        "--spmd, --radius, 1000, points: 3141549",
        "--workers, --steps, 100, visits: 10000"
    })
    void shouldRunOnTwoEngines(String kind, String option, String value, String result) throws Exception {
        try (MoideProcess made =
                MoideProcess.start(home, "new", "my-app", kind, "--repository", "file:///repository")) {
            made.awaitSuccess();
            assertThat(made.out()).contains("  cd my-app", "  mvn verify");
        }
        Path source = home.resolve("my-app/src/main/java/org/example/myapp/MyApp.java");
        Path classes = OwnApplication.compile(home, "org.example.myapp.MyApp", Files.readString(source))
                .classes();
        String[] words = ("run --local-engines 2 --threads 1 --classpath " + classes + " org.example.myapp.MyApp "
                        + option + " " + value)
                .split(" ", -1);
        try (MoideProcess run = MoideProcess.start(home, words)) {
            run.awaitSuccess();
            assertThat(run.out()).containsExactly(result);
        }
    }
}
