package org.moide.command.story;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests runs during which the network between two hosts is cut and then works again. Every task counts once.
 */
@Tag("full")
@Timeout(600)
class PartitionStoryTest {
    @BeforeAll
    static void needs() throws Exception {
        assertThat(CutNetwork.isPossible())
                .as("network namespaces, of which a part is cut: root, and ip of iproute2")
                .isTrue();
    }

    private static final boolean LONG = Integer.getInteger("moide.tier", 0) >= 1;

    /**
     * The length of a cut that has no consequences. It is well below the 10 s of silence after which an engine's tasks
     * are given to others.
     */
    private static final Duration SHORT_CUT = Duration.ofSeconds(3);

    /**
     * The length of a cut that is longer than the 10 s of silence after which an engine's tasks are given to others,
     * and shorter than the 60 s after which the engine is lost.
     */
    private static final Duration LONG_CUT = Duration.ofSeconds(20);

    private static final Duration FLAP = Duration.ofMillis(700);

    @TempDir
    Path home;

    private SleepingTasks application;

    @BeforeEach
    void compile() throws IOException {
        application = SleepingTasks.compile(home, LONG ? 2000 : 600);
    }

    private interface Trouble {
        void make(CutNetwork network) throws IOException;
    }

    private JsonObject runThrough(Trouble trouble) throws IOException {
        try (CutNetwork network = CutNetwork.open();
                Daemon daemon = Daemon.start(home, network.onAKernelOfItsOwn(), CutNetwork.THERE);
                MoideProcess run =
                        application.run("--hosts", daemon.address(), "--engines", "2", "--bind", CutNetwork.HERE)) {
            application.awaitBeginOn(0);
            application.awaitBeginOn(1);
            trouble.make(network);
            application.assertSumOf(run);
            try (MoideProcess again =
                    MoideProcess.start(home, "run", "--hosts", daemon.address(), "--bind", CutNetwork.HERE, "hello")) {
                again.awaitSuccess(); // the daemon can be used again
            }
            return application.report();
        }
    }

    private static void last(Duration time) {
        Lapse.of(time);
    }

    @Test
    void shouldCountEveryTaskOnceWhenTheNetworkIsCutForAWhile() throws IOException {
        JsonObject report = runThrough(network -> {
            network.cut();
            last(LONG ? LONG_CUT : SHORT_CUT);
            network.heal();
        });
        if (LONG) {
            assertThat(report.getAsJsonObject("loans").get("retaken").getAsInt())
                    .as("the silent engine's loans were taken back")
                    .isPositive();
        }
    }

    @Test
    @Tag("tier1")
    void shouldCountEveryTaskOnceWhenOneDirectionIsCutForAWhile() throws IOException {
        runThrough(network -> {
            network.silence();
            last(LONG ? LONG_CUT : SHORT_CUT);
            network.unsilence();
        });
    }

    @Test
    @Tag("tier1")
    void shouldCountEveryTaskOnceWhenTheNetworkComesAndGoes() throws IOException {
        runThrough(network -> {
            for (int flap = 0; flap < (LONG ? 10 : 2); flap++) {
                network.cut();
                last(FLAP);
                network.heal();
                last(FLAP);
                network.silence();
                last(FLAP);
                network.unsilence();
                last(FLAP);
            }
        });
    }
}
