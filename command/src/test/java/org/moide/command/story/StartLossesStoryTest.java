package org.moide.command.story;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests the loss of an engine at any moment from the start of the first JVM on. The run continues and its result is the
 * same bit for bit.
 */
@Timeout(7_200)
class StartLossesStoryTest {
    private static final int RUNS = Integer.getInteger("moide.runs", 50);

    @RegisterExtension
    static final StorySeed SEED = new StorySeed();

    private static final String[] CONJUGATE_GRADIENT = {"cg", "--class", "W"};
    private static final String[] SHORT_CONJUGATE_GRADIENT = {"cg", "--class", "S"};
    private static final String[] PICTURE = {
        "raytrace", "--width", "320", "--height", "180", "--samples", "2", "--output", "picture.png"
    };

    @TempDir
    Path home;

    @Test
    @Tag("tier1")
    void shouldHaveTheSameBitsWhenAChildEngineIsKilledAtAnyMoment() throws IOException {
        RandomKills kills = new RandomKills(home, SEED.value(), CONJUGATE_GRADIENT);
        JsonObject undisturbed = kills.result();
        for (int run = 0; run < RUNS; run++) {
            kills.killAnytime();
            assertSame(kills, undisturbed);
        }
        tell(kills);
    }

    @Test
    @Tag("full") // in the default build, RecoveryStoryTest kills a starting engine, and simulated runs kill at any time
    void shouldHaveTheSameBitsWhenAChildEngineIsKilledWhileItStarts() throws IOException {
        RandomKills kills = new RandomKills(home, SEED.value(), SHORT_CONJUGATE_GRADIENT);
        JsonObject undisturbed = kills.result();
        kills.killWhileItStarts();
        assertSame(kills, undisturbed);
    }

    private static void assertSame(RandomKills kills, JsonObject undisturbed) throws IOException {
        for (String figure : List.of("zeta", "residual", "verification")) {
            assertThat(kills.result().get(figure)).as("%s; %s", figure, kills).isEqualTo(undisturbed.get(figure));
        }
        assertThat(kills.result().get("verification").getAsString())
                .as("%s", kills)
                .isEqualTo("successful");
    }

    @Test
    @Tag("tier1")
    void shouldMakeTheSamePictureWhenAChildEngineIsKilledAtAnyMoment() throws IOException {
        Path picture = home.resolve("picture.png");
        RandomKills kills = new RandomKills(home, SEED.value(), PICTURE);
        byte[] undisturbed = Files.readAllBytes(picture);
        for (int run = 0; run < RUNS; run++) {
            Files.delete(picture);
            kills.killAnytime();
            assertThat(picture).as("%s", kills).hasBinaryContent(undisturbed);
        }
        tell(kills);
    }

    /** Prints all kills, and checks that most came before the run ended. */
    private static void tell(RandomKills kills) {
        System.out.println(kills);
        assertThat(kills.late()).as("%s", kills).isLessThan(Math.max(1, RUNS / 2));
    }

    @Test
    @Tag("full")
    void shouldSayWhyEnginesEndWhenEachEndsWhileItStarts() {
        try (MoideProcess run = MoideProcess.start(
                home, "run", "--local-engines", "2", "--jvm-arg", "-Djdk.serialFilterFactory=nonsense", "cg")) {
            assertThat(run.awaitExit()).as("exit code of %s", run).isEqualTo(3);
            assertThat(String.join("\n", run.err()))
                    .contains("nobody in the place of engine-1")
                    .contains("exit code 1")
                    .contains("nonsense");
        }
    }

    /** Checks that a run ends with the cause if an engine is lost and the application does not call {@code restore}. */
    @Test
    @Tag("full")
    void shouldEndWithTheCauseWhenAnEngineOfAnApplicationWithoutRestoreIsKilledInMidRun() throws IOException {
        Path classes = OwnApplication.compile(home, "own.Endless", """
                package own;
                import org.moide.engine.*;
                public final class Endless implements Application {
                    public void run(ComputeThread self) {
                        for (int round = 0; ; round++) {
                            self.comm().remoteBarrier();
                            if (self.id() == 0 && round == 100) {
                                self.report().print("computes");
                            }
                        }
                    }
                }
                """).classes();
        try (MoideProcess run = MoideProcess.start(
                home,
                "run",
                "--local-engines",
                "2",
                "--threads",
                "1",
                "--classpath",
                classes.toString(),
                "own.Endless")) {
            Awaitility.await("that it computes: " + run).until(() -> run.out().contains("computes"));
            run.awaitChildren(1).get(0).destroyForcibly();
            assertThat(run.awaitExit()).as("exit code of %s", run).isEqualTo(1);
            assertThat(String.join("\n", run.err()))
                    .contains("SIGKILL")
                    .contains("its threads are part of the computation");
            assertThat(run.children()).isEmpty();
        }
    }
}
