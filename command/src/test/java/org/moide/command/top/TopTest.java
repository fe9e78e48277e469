package org.moide.command.top;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.moide.coordinator.control.RunControl.EngineTimes;
import org.moide.coordinator.control.RunStatus;
import org.moide.coordinator.control.RunStatus.EngineStatus;
import org.moide.coordinator.progress.Progress;
import org.moide.coordinator.selection.Candidate;
import org.moide.coordinator.selection.HostAnswer;
import org.moide.engine.control.TaskNow;
import org.moide.engine.control.ThreadTime;
import org.moide.engine.control.WorkersNow;
import org.moide.monitor.HostMoment;
import org.moide.monitor.Pressure;

/** Tests the display and its keys without a terminal. */
class TopTest {
    private static final int LINES = 12;
    private static final int COLUMNS = 120;

    private static HostAnswer host(String name, int processors, double power, double load) {
        List<HostMoment> past = new ArrayList<>();
        for (int second = 0; second < 60; second++) {
            past.add(new HostMoment(1, load * second / 59, 0, 0.5, 4L << 30, 0, 0, Pressure.NONE));
        }
        return HostAnswer.usable(
                        name + ":7100",
                        new Candidate(name + ":7100", name, "machine " + name, processors, power, 1, 8L << 30, 0))
                .having(past);
    }

    private static ThreadTime time(long compute, long wait) {
        return new ThreadTime(compute, 0, wait, 0, 0, 0);
    }

    private static TopData data(long tasks, double seconds, List<EngineTimes> times) {
        RunStatus status = new RunStatus(
                        RunStatus.State.COMPUTING,
                        seconds,
                        tasks,
                        1_000,
                        List.of(),
                        List.of(
                                new EngineStatus(
                                        0,
                                        "a",
                                        2,
                                        2,
                                        EngineStatus.Standing.COMPUTING,
                                        -1,
                                        40,
                                        "",
                                        0,
                                        0,
                                        0,
                                        WorkersNow.NONE,
                                        new TaskNow(1, "17", 34_000_000_000L)),
                                new EngineStatus(1, "b", 2, 2, EngineStatus.Standing.LOST, 2)),
                        List.of())
                .with(new Progress(tasks, 1_000, "blocks", 100, Progress.UNTOLD, Progress.UNTOLD));
        return new TopData(
                List.of(host("a", 4, 4, 1), host("b", 8, 9, 8), HostAnswer.unusable("c:7100", "silent for 12 s")),
                List.of(new TopData.Run("4k2", "uts --tree T1", status, times)),
                "");
    }

    private static Seen seen() {
        Looks looks = new Looks();
        looks.at(data(100, 1, List.of(new EngineTimes(0, List.of(time(500, 500), time(900, 100))))));
        return looks.at(data(300, 3, List.of(new EngineTimes(0, List.of(time(1_500, 500), time(900, 1_100))))));
    }

    private static List<String> screen(TopState state) {
        return Screen.lines(seen(), state, LINES, COLUMNS).stream()
                .map(Line::text)
                .toList();
    }

    private static TopState after(String keys) {
        TopState state = TopState.FIRST;
        for (Key key : Keys.of(keys)) {
            state = state.after(key, Screen.room(LINES), Screen.rows(seen(), state));
        }
        return state;
    }

    @Test
    void shouldShowTheBestHostFirstAndThoseThatAreDownLast() {
        List<String> lines = screen(TopState.FIRST);

        assertThat(lines).hasSize(LINES);
        assertThat(lines.get(0))
                .isEqualTo("moide top: 2 of 3 hosts up, 12 processors, 9.0 busy; 1 run, 1 engine, 2 threads");
        assertThat(lines.get(3))
                .startsWith("b:7100")
                .contains("\u2588".repeat(10))
                .contains("100%");
        assertThat(lines.get(4)).startsWith("a:7100").contains("25%").contains("\u2581\u2581");
        assertThat(lines.get(5)).startsWith("c:7100").contains("down").endsWith("silent for 12 s");
        assertThat(lines.get(LINES - 1)).startsWith("h help");
    }

    @Test
    void shouldShowOfThreadsAndRunsWhatHasHappenedSinceTheLookBefore() {
        assertThat(screen(after("4")))
                .anyMatch(line -> line.startsWith("4k2") && line.contains("\u2588".repeat(30)) && line.contains("100%"))
                .anyMatch(line -> line.startsWith("4k2") && line.contains("\u2591".repeat(30)));
        assertThat(screen(after("2"))).anyMatch(line -> line.contains("300/1,000 blocks") && line.contains(" 100 "));
        assertThat(screen(after("3"))).anyMatch(line -> line.contains("lost")).anyMatch(line -> line.contains("50%"));
        assertThat(screen(after("3"))).anyMatch(line -> line.endsWith("34.00 s 17"));
    }

    @Test
    void shouldNotCompareAThreadThatHasBegunAnewWithTheOneBefore() {
        Looks looks = new Looks();
        looks.at(data(1, 1, List.of(new EngineTimes(0, List.of(time(5_000, 5_000))))));

        Seen seen = looks.at(data(1, 2, List.of(new EngineTimes(0, List.of(time(10, 30))))));

        assertThat(seen.threads().get(new Seen.Engine("4k2", 0))).containsExactly(time(10, 30));
    }

    @Test
    void shouldForgetRunsThatAreOver() {
        Looks looks = new Looks();
        looks.at(data(1, 1, List.of(new EngineTimes(0, List.of(time(5_000, 5_000))))));

        Seen seen = looks.at(TopData.NONE);

        assertThat(seen.threads()).isEmpty();
        assertThat(seen.loads()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"s, b:7100, a:7100", "sss, a:7100, b:7100", "r, c:7100, a:7100", "sssr, c:7100, b:7100"})
    void shouldSortByAnyColumn(String keys, String first, String second) {
        List<String> lines = screen(after(keys));

        assertThat(lines.get(3)).startsWith(first);
        assertThat(lines.get(4)).startsWith(second);
    }

    @Test
    void shouldShowOnlyRowsThatContainWhatIsTyped() {
        assertThat(screen(after("/A:71")).get(LINES - 1)).isEqualTo("show only: A:71_");
        assertThat(screen(after("/A:71\r")))
                .filteredOn(line -> line.contains(":7100"))
                .hasSize(1);
        assertThat(screen(after("/zz\r"))).contains("nothing contains 'zz'");
        assertThat(after("/zz\u007f\r").filter()).isEqualTo("z");
        assertThat(after("/zz\r\u001b").filter()).isEmpty();
        // Letters typed into the filter are not commands.
        assertThat(after("/q").over()).isFalse();
        assertThat(after("/" + "x".repeat(1_000)).filter()).hasSize(40);
    }

    @Test
    void shouldSwitchPauseHelpAndLeave() {
        assertThat(after("\t\t").view()).isEqualTo(View.ENGINES);
        assertThat(after("\t\t\t\t").view()).isEqualTo(View.HOSTS);
        assertThat(after("p").paused()).isTrue();
        assertThat(screen(after("p")).get(1)).contains("stands still");
        assertThat(after("p ").paused()).isFalse();
        assertThat(screen(after("?"))).anyMatch(line -> line.contains("Ctrl-C"));
        assertThat(after("?\u001b").help()).isFalse();
        assertThat(after("q").over()).isTrue();
        assertThat(after("/\u0003").over()).isTrue();
    }

    @Test
    void shouldScrollWithinTheTable() {
        TopState state = TopState.FIRST;
        for (Key key : Keys.of("\u001b[B\u001b[B\u001b[6~\u001b[6~")) {
            state = state.after(key, 8, 20);
        }
        assertThat(state.first()).isEqualTo(12);
        assertThat(state.after(Key.of(Key.Kind.UP), 8, 20).first()).isEqualTo(11);
        assertThat(state.after(Key.of(Key.Kind.HOME), 8, 20).first()).isZero();
        // rows have disappeared since
        assertThat(state.after(Key.of(Key.Kind.UP), 8, 9).first()).isZero();
    }

    @Test
    void shouldTakeWhateverATerminalSends() {
        Random random = new Random(7);
        TopState state = TopState.FIRST;
        for (int i = 0; i < 20_000; i++) {
            StringBuilder sent = new StringBuilder();
            for (int letter = random.nextInt(6); letter >= 0; letter--) {
                sent.append("\u001b[O~AB56;q/ \t\r\u0000\u00e9\ud83d".charAt(random.nextInt(17)));
            }
            for (Key key : Keys.of(sent.toString())) {
                state = state.after(key, 1 + random.nextInt(5), random.nextInt(5));
            }
            if (i % 500 == 0) {
                int lines = 1 + random.nextInt(6);
                assertThat(Screen.lines(seen(), state, lines, 1 + random.nextInt(9)))
                        .hasSize(lines);
            }
        }
    }

    @Test
    void shouldBeAsWideAsTheTerminalAtMostAndWithoutColoursIfAsked() {
        for (Line line : Screen.lines(seen(), TopState.FIRST, LINES, 30)) {
            String bare = line.shown(30, true).replaceAll("\u001b\\[[0-9;]*m", "");
            assertThat(bare.length()).isLessThanOrEqualTo(30);
            assertThat(line.shown(30, false)).doesNotContain("38;5");
        }
    }

    @Test
    void shouldPrintAllTablesAsPlainText() {
        assertThat(Screen.text(seen()))
                .contains("hosts", "runs", "engines", "threads")
                .noneMatch(line -> line.contains("\u001b"));
    }
}
