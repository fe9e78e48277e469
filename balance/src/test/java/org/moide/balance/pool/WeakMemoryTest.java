package org.moide.balance.pool;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests, with jcstress, what happens when processors and compilers reorder instructions. There are many
 * million tries, with each compiler of the JVM and with one that orders instructions at random. The faults of faulty
 * variants must be found. Each test takes half a minute; the default build has {@link DequeLitmusTest} and {@link
 * AccountLitmusTest}.
 */
@Tag("full")
@Timeout(400)
class WeakMemoryTest {
    private static final long LIMIT_SECONDS = 300;

    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(classes = {DequeRaces.Real.class, AccountRaces.Real.class})
    void shouldNeverSeeWhatMustNotBe(Class<?> race) throws IOException, InterruptedException {
        String said = jcstress(race);
        assertThat(said)
                .contains("Failed tests: No matches")
                .contains("Error tests: No matches")
                .contains("All remaining tests: 1 matching test");
    }

    @ParameterizedTest
    @ValueSource(classes = {DequeRaces.WithoutFence.class, AccountRaces.ExecutedFirst.class})
    void shouldCatchTheFlawWhenThereIsOne(Class<?> race) throws IOException, InterruptedException {
        assertThat(jcstress(race)).contains("Failed tests: 1 matching test").contains("Error tests: No matches");
    }

    private String jcstress(Class<?> race) throws IOException, InterruptedException {
        Path said = folder.resolve("said.txt");
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        "org.openjdk.jcstress.Main",
                        "-t",
                        "^" + race.getCanonicalName().replace(".", "\\.") + "$",
                        "-m",
                        "quick",
                        "-sc", // without it every actor by every compiler: ten times as many JVMs
                        "false",
                        "-f",
                        "1",
                        "-fsm",
                        "2",
                        "-iters",
                        "3",
                        "-time",
                        "300",
                        "-r",
                        folder.resolve("report").toString())
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(said.toFile())
                .start();
        try {
            process.getOutputStream().close();
            assertThat(process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS))
                    .as("jcstress's end within %s s", LIMIT_SECONDS)
                    .isTrue();
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
        return Files.readString(said);
    }
}
