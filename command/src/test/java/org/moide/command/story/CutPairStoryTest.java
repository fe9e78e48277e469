package org.moide.command.story;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.moide.coordinator.workers.NumberedTasks;

/**
 * Tests runs in which two hosts cannot reach each other, for 15 s, for 45 s or for ever, while the coordinator's host
 * reaches both.
 */
@Tag("full")
@Timeout(600)
class CutPairStoryTest {
    private static final Duration RIDDEN_OUT = Duration.ofSeconds(15);
    private static final Duration LONG = Duration.ofSeconds(45);

    private static final String CUT = "could not reach each other for 20 s, while the coordinator reached both";

    private static final int ENGINES = 3;

    /**
     * The length of messages that are sent without waiting for the receiver, so that none is under way when the network
     * is cut.
     */
    private static final int SHORT = 4;

    private static final int STEPS = 1_500;

    @BeforeAll
    static void needs() throws Exception {
        assertThat(CutNetwork.isPossible())
                .as("network namespaces: root, and ip of iproute2")
                .isTrue();
    }

    @TempDir
    Path home;

    private ThreeHosts hosts;
    private final List<Daemon> daemons = new ArrayList<>();

    @BeforeEach
    void open() throws IOException {
        hosts = ThreeHosts.open();
        for (int host = 1; host < ThreeHosts.HOSTS; host++) {
            daemons.add(Daemon.start(home, ThreeHosts.onAMachineOfItsOwn(host, home), "0.0.0.0"));
        }
    }

    @AfterEach
    void close() throws IOException {
        daemons.forEach(Daemon::close);
        hosts.close();
    }

    private List<String> here() throws IOException {
        return ThreeHosts.onAMachineOfItsOwn(0, home);
    }

    private String addresses() {
        return ThreeHosts.address(1) + ":" + daemons.get(0).port() + "," + ThreeHosts.address(2) + ":"
                + daemons.get(1).port();
    }

    private static void assertNobodyLeft(MoideProcess run) {
        assertThat(run.err()).as("%s", run).noneMatch(line -> line.contains(" was lost: ") || line.contains(CUT));
    }

    private static void assertOneLeft(MoideProcess run) {
        assertThat(run.err()).as("%s", run).noneMatch(line -> line.contains(" was lost: "));
        assertThat(run.err())
                .as("%s", run)
                .filteredOn(line -> line.contains(CUT))
                .singleElement()
                .satisfies(line -> assertThat(line).contains("engine-1 on node", "engine-2 on node", " leaves; "));
    }

    private MoideProcess run(TalkingRing ring) throws IOException {
        return ring.run(here(), "--hosts", addresses(), "--engines", Integer.toString(ENGINES));
    }

    @Test
    void shouldGoOnAsIfNothingWereWhenThreadsCannotTalkForAWhile() throws IOException {
        TalkingRing ring = TalkingRing.compile(home, SHORT, STEPS);
        try (MoideProcess run = run(ring)) {
            ring.awaitSteps(ENGINES);
            hosts.cut(1, 2);
            Lapse.of(RIDDEN_OUT);
            hosts.heal(1, 2);
            ring.letGo();
            assertNobodyLeft(run.awaitSuccess());
        }
        ring.assertResult(ENGINES);
    }

    @ParameterizedTest
    @ValueSource(ints = {SHORT, 200_000})
    void shouldGoOnWithoutOneOfThemWhenThreadsCannotTalkForLong(int longs) throws IOException {
        TalkingRing ring = TalkingRing.compile(home, longs, longs > SHORT ? 400 : STEPS);
        try (MoideProcess run = run(ring)) {
            ring.awaitSteps(ENGINES);
            hosts.cut(1, 2);
            Lapse.of(LONG);
            hosts.heal(1, 2);
            ring.letGo();
            assertOneLeft(run.awaitSuccess());
        }
        ring.assertResult(ENGINES);
    }

    @Test
    void shouldGoOnWithoutOneOfThemWhenThreadsCannotTalkAnyMore() throws IOException {
        TalkingRing ring = TalkingRing.compile(home, SHORT, STEPS);
        try (MoideProcess run = run(ring)) {
            ring.awaitSteps(ENGINES);
            hosts.cut(1, 2);
            run.awaitError(CUT);
            ring.letGo();
            assertOneLeft(run.awaitSuccess());
        }
        ring.assertResult(ENGINES);
    }

    @ParameterizedTest
    @ValueSource(ints = {15, 45, 0})
    void shouldCountEveryTaskOnceWhenEnginesCannotLendToEachOther(int seconds) throws IOException {
        SleepingTasks application = SleepingTasks.compile(home, 1_500);
        application.hold();
        try (MoideProcess run = application.run(
                here(),
                "--hosts",
                addresses(),
                "--engines",
                Integer.toString(ENGINES),
                "--no-progress",
                "--strategy",
                "stealing")) {
            for (int engine = 0; engine < ENGINES; engine++) {
                application.awaitBeginOn(engine);
            }
            hosts.cut(1, 2);
            Lapse.of(seconds == 0 ? LONG : Duration.ofSeconds(seconds));
            if (seconds > 0) {
                hosts.heal(1, 2);
            }
            application.letGo();
            application.assertSumOf(run);
            if (seconds == 15) {
                assertNobodyLeft(run);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {15, 45, 0})
    void shouldHandleEveryTaskOfWorkersOnceWhenTheyCannotTalk(int seconds) throws Exception {
        for (Class<?> type : List.of(NumberedTasks.class, HeldWorkers.class)) {
            OwnApplication.copyPackageOf(type, home.resolve("classes"));
        }
        Files.createFile(home.resolve("hold"));
        try (MoideProcess run = MoideProcess.start(
                home,
                here(),
                "run",
                "--no-progress",
                "--threads",
                "1",
                "--hosts",
                addresses(),
                "--engines",
                Integer.toString(ENGINES),
                "--strategy",
                "rotate",
                "--checkpoint-share",
                "100",
                "--report",
                "run.json",
                "--classpath",
                "classes",
                HeldWorkers.class.getName())) {
            PacedTasks.awaitBegin(home);
            Lapse.of(Duration.ofSeconds(3)); // time for some checkpoints
            hosts.cut(1, 2);
            if (seconds > 0) {
                Lapse.of(Duration.ofSeconds(seconds));
                hosts.heal(1, 2);
            } else {
                run.awaitError(CUT);
            }
            Files.delete(home.resolve("hold"));
            run.awaitSuccess();
            if (seconds == 15) {
                assertNobodyLeft(run);
            } else {
                assertOneLeft(run);
            }
        }
        assertThat(Json.read(home.resolve("run.json"))
                        .getAsJsonObject("result")
                        .get("total")
                        .getAsLong())
                .isEqualTo(HeldWorkers.expected());
    }
}
