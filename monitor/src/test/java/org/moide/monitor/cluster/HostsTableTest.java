package org.moide.monitor.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.moide.monitor.ContainerLimits;
import org.moide.monitor.HostReport;
import org.moide.monitor.HostUse;
import org.moide.monitor.MachineFacts;
import org.moide.monitor.cluster.HostNews.Moment;
import org.moide.monitor.cluster.HostNews.RunThere;

/**
 * Tests how a monitor's table judges hosts from their news: known, new, silent, replaced by a successor, or
 * implausible.
 */
class HostsTableTest {
    private static final long SECOND = 1_000_000_000L;

    private final HostsTable table = new HostsTable("monitor-a", 10 * SECOND, 5);

    private List<HostSeen> hosts(long second) {
        return table.page("", 100, 60, second * SECOND).hosts();
    }

    private HostSeen only(long second) {
        assertThat(hosts(second)).hasSize(1);
        return hosts(second).get(0);
    }

    @Test
    void shouldKnowAHostOnceItHasSpokenWithItsLastMinute() {
        for (int second = 1; second <= 70; second++) {
            table.take(Words.of("h1", second), second * SECOND);
        }

        HostSeen seen = only(70);

        assertThat(seen.state()).isEqualTo(HostSeen.State.UP);
        assertThat(seen.reason()).isEmpty();
        assertThat(seen.history()).hasSize(60);
        assertThat(table.page("", 100, 5, 70 * SECOND).hosts().get(0).history()).hasSize(5);
    }

    @Test
    void shouldCallAHostDownWhenItHasBeenSilentAndUpWhenItSpeaksAgain() {
        table.take(Words.of("h1", 1), SECOND);
        assertThat(table.tick(SECOND)).singleElement().asString().contains("h1").endsWith("is known");

        assertThat(only(11).state()).isEqualTo(HostSeen.State.UP);
        assertThat(only(12).state()).isEqualTo(HostSeen.State.DOWN);
        assertThat(only(12).reason()).isEqualTo("silent for 11 s");
        assertThat(table.tick(12 * SECOND)).singleElement().asString().contains("is down: silent for 11 s");
        assertThat(table.tick(13 * SECOND)).isEmpty();

        table.take(Words.of("h1", 20), 20 * SECOND);
        assertThat(only(20).state()).isEqualTo(HostSeen.State.UP);
        assertThat(table.tick(20 * SECOND)).singleElement().asString().endsWith("is back");
    }

    @Test
    void shouldForgetAHostThatStaysSilent() {
        table.take(Words.of("h1", 1), SECOND);

        table.tick(601 * SECOND);
        assertThat(hosts(601)).hasSize(1);
        table.tick(602 * SECOND);
        assertThat(hosts(602)).isEmpty();
    }

    @Test
    void shouldTakeADaemonsLastWordAtOnceAndForgetItSoon() {
        table.take(Words.of("h1", 1), SECOND);
        table.take(Words.of("h1", 1).ending("its daemon was told to end", 2 * SECOND), 2 * SECOND);

        assertThat(only(2).state()).isEqualTo(HostSeen.State.DOWN);
        assertThat(only(2).reason()).isEqualTo("its daemon was told to end");
        table.tick(63 * SECOND);
        assertThat(hosts(63)).isEmpty();
    }

    @Test
    void shouldCountAWordThatComesByTwoWaysOnce() {
        table.take(Words.through(Words.of("h1", 1), "monitor-b"), SECOND);
        table.take(Words.through(Words.of("h1", 1), "monitor-c"), 3 * SECOND);
        table.take(Words.through(Words.of("h1", 3), "monitor-c"), 4 * SECOND);
        table.take(Words.through(Words.of("h1", 2), "monitor-b"), 5 * SECOND);

        assertThat(only(5).silentSeconds()).isEqualTo(1.0);
        assertThat(only(5).history()).hasSize(2);
        assertThat(table.counts()).isEqualTo(new MonitorCounts(2, 2, 0, 0, 0));
    }

    @Test
    void shouldNotTakeBackWhatItHasPassedOnItself() {
        table.take(Words.through(Words.of("h1", 1), "monitor-a", "monitor-b"), SECOND);

        assertThat(hosts(1)).isEmpty();
        assertThat(table.counts().looped()).isEqualTo(1);
    }

    @Test
    void shouldNotPassOnWhatHasComeThroughTooMany() {
        table.take(Words.through(Words.of("h1", 1), "1", "2", "3", "4", "5", "6", "7", "8"), SECOND);
        table.take(Words.through(Words.of("h2", 1), "1", "2", "3", "4", "5", "6", "7"), SECOND);

        assertThat(table.newsSince(-1, SECOND))
                .singleElement()
                .extracting(HostNews::host)
                .isEqualTo("h2");
    }

    @Test
    void shouldPassOnOnlyWhatIsNewWithItsAge() {
        table.take(Words.of("h1", 1), SECOND);
        long before = table.version();
        table.take(Words.of("h2", 1), 2 * SECOND);

        assertThat(table.newsSince(before, 5 * SECOND)).singleElement().satisfies(news -> {
            assertThat(news.host()).isEqualTo("h2");
            assertThat(news.ageNanos()).isEqualTo(3 * SECOND);
            assertThat(news.through()).containsExactly("monitor-a");
        });
        assertThat(table.newsSince(table.version(), 5 * SECOND)).isEmpty();
    }

    @Test
    void shouldCallAHostSilentForAsLongAsTheMonitorBelowHadNotHeardIt() {
        table.take(Words.of("h1", 1).passedOn("monitor-b", 8 * SECOND), 20 * SECOND);

        assertThat(only(20).silentSeconds()).isEqualTo(8.0);
        assertThat(only(23).reason()).isEqualTo("silent for 11 s; it was heard through monitor-b");
    }

    @Test
    void shouldTakeAProcessAtTheSamePlaceForTheSuccessorOfASilentOne() {
        table.take(Words.of("first", "h1", 1000, 8, 8, 1), SECOND);
        table.take(Words.of("second", "h1", 1, 8, 8, 1), 6 * SECOND);

        assertThat(only(6).key()).isEqualTo("second");
    }

    @Test
    void shouldKeepTwoThatSpeakFromTheSamePlace() {
        table.take(Words.of("first", "h1", 1, 8, 8, 1), SECOND);
        table.take(Words.of("second", "h1", 1, 8, 8, 1), 2 * SECOND);

        assertThat(hosts(2)).hasSize(2);
    }

    @Test
    void shouldLeaveOutWordsThatComeTooOften() {
        for (int word = 1; word <= 100; word++) {
            table.take(Words.of("h1", word), SECOND);
        }

        assertThat(table.counts().taken()).isEqualTo(17);
        assertThat(table.counts().tooOften()).isEqualTo(83);
        table.take(Words.of("h1", 101), 2 * SECOND);
        assertThat(table.counts().taken()).isEqualTo(18);
    }

    @Test
    void shouldMakeRoomForANewHostOnlyByForgettingOneThatIsDown() {
        for (int host = 1; host <= 6; host++) {
            table.take(Words.of("h" + host, 1), host * SECOND);
        }
        assertThat(hosts(6)).hasSize(5);
        assertThat(table.counts().full()).isEqualTo(1);

        table.take(Words.of("h7", 1), 13 * SECOND);

        assertThat(hosts(13)).extracting(seen -> seen.news().host()).containsExactly("h2", "h3", "h4", "h5", "h7");
    }

    @Test
    void shouldGiveAllInPartsEachOnce() {
        for (int host = 1; host <= 5; host++) {
            table.take(Words.of("h" + host, 1), SECOND);
        }

        HostsPart first = table.page("", 2, 0, SECOND);
        HostsPart second = table.page(first.hosts().get(1).key(), 2, 0, SECOND);
        HostsPart third = table.page(second.hosts().get(1).key(), 2, 0, SECOND);

        assertThat(List.of(first.more(), second.more(), third.more())).containsExactly(true, true, false);
        assertThat(third.hosts())
                .singleElement()
                .extracting(seen -> seen.news().host())
                .isEqualTo("h5");
    }

    @Test
    void shouldShowAPlaceWhereNobodyAnswersUntilSomebodyDoes() {
        table.take(HostNews.missing("h1:7100", "nothing listens there", SECOND), SECOND);
        assertThat(only(1).news().place()).isEqualTo("h1:7100");
        assertThat(only(1).reason()).isEqualTo("nothing listens there");

        table.answered("h1:7100");
        table.take(Words.of("h1", 1), 2 * SECOND);

        assertThat(only(2).state()).isEqualTo(HostSeen.State.UP);
    }

    @Test
    void shouldForgetThatNobodyAnsweredWhenItIsNotSaidAnyMoreOrSomebodyReportsFromThere() {
        HostNews reported = Words.of("h1", 1);
        table.take(HostNews.missing("h9:7100", "nothing listens there", SECOND), SECOND);
        table.take(HostNews.missing(reported.place(), "nothing listens there", SECOND), SECOND);

        table.take(reported, 2 * SECOND);
        assertThat(hosts(2))
                .extracting(seen -> seen.news().place())
                .containsExactlyInAnyOrder("h9:7100", reported.place());
        table.tick(17 * SECOND);

        assertThat(only(17).news().host()).isEqualTo("h1");
    }

    @ParameterizedTest
    @CsvSource({
        "1000000000, 8, 1, 1000000000",
        "-4, 8, 1, processors",
        "0, 8, 1, processors",
        "8, NaN, 1, NaN",
        "8, -1, 1, power",
        "8, 0, 1, power",
        "8, Infinity, 1, Infinity",
        "8, 8, NaN, workload",
        "8, 8, 0.5, workload",
        "8, 8, 1e300, workload"
    })
    void shouldShowWhatCannotBeAndSayWhy(int processors, double power, double workload, String why) {
        table.take(Words.of("n", "h1", 1, processors, power, workload), SECOND);

        assertThat(only(1).state()).isEqualTo(HostSeen.State.NONSENSE);
        assertThat(only(1).reason()).contains(why);
        assertThat(table.tick(SECOND)).singleElement().asString().contains("is not used");
    }

    @Test
    void shouldKeepLittleOfNamesThatAreHugeOrTurnTerminals() {
        HostNews huge = Words.of("x".repeat(1_000_000), "h\u001b[2J\u202e1", 1, 8, 8, 1);

        table.take(huge, SECOND);

        assertThat(only(1).key()).hasSize(HostNews.MOST_LETTERS + 1);
        assertThat(only(1).news().host()).doesNotContain("\u001b").doesNotContain("\u202e");
        assertThat(only(1).state()).isEqualTo(HostSeen.State.NONSENSE);
    }

    @ParameterizedTest
    @CsvSource({"0, 4, 1", "1, 0, 1", "1, -7, 1", "1, 65537, 1", "1, 4, -1"})
    void shouldNotBelieveRunsThatCannotBe(int engines, int threads, long heldNanos) {
        HostReport report = new HostReport(
                new MachineFacts("h1", "id", "Linux", "CPU", 4, 8L << 30, ContainerLimits.NONE),
                "JVM",
                4,
                1L << 30,
                0,
                0,
                1,
                1,
                List.of(),
                HostUse.UNKNOWN);
        RunThere run = new RunThere("4k2", engines, threads, "anna@laptop", heldNanos);

        table.take(HostNews.of("n1", List.of("10.0.0.1"), 7100, 1, report, null, List.of(run)), SECOND);
        assertThat(only(1).state()).isEqualTo(HostSeen.State.NONSENSE);
        assertThat(only(1).reason()).contains("runs with a name, engines and threads");
    }

    @Test
    void shouldKeepLittleOfAnOwnerThatIsHugeOrTurnsTerminals() {
        assertThat(new RunThere("4k2", 1, 1, "x\u001b[2J".repeat(1_000), 1).owner())
                .hasSize(HostNews.MOST_LETTERS + 1)
                .doesNotContain("\u001b");
    }

    @Test
    void shouldBelieveAHostThatHasMoreThanIsSaidOfIt() {
        List<String> many = Collections.nCopies(200, "10.0.0.1");
        HostReport report = new HostReport(
                new MachineFacts("h1", "id", "Linux", "CPU", 4, 8L << 30, ContainerLimits.NONE),
                "JVM",
                4,
                1L << 30,
                0,
                0,
                1,
                1,
                many,
                HostUse.UNKNOWN);

        table.take(
                HostNews.of(
                        "n1", many, 7100, 1, report, null, Collections.nCopies(200, new RunThere("r", 1, 1, "", 0))),
                SECOND);

        assertThat(only(1).reason()).isEmpty();
        assertThat(only(1).news().addresses()).hasSize(HostNews.MOST_ADDRESSES);
        assertThat(only(1).news().labels()).hasSize(HostNews.MOST_LABELS);
        assertThat(only(1).news().runs()).hasSize(HostNews.MOST_RUNS);
    }

    @Test
    void shouldNotTakeAMomentThatCannotBe() {
        HostNews fine = Words.of("h1", 1);
        HostNews wrong = new HostNews(
                fine.node(),
                fine.addresses(),
                fine.port(),
                fine.uptimeNanos(),
                fine.host(),
                fine.machine(),
                fine.processors(),
                fine.memoryBytes(),
                fine.power(),
                fine.workload(),
                fine.labels(),
                new Moment(1, Double.NaN, 0, 0, 0, 0, 0, 0, 0, 0),
                fine.runs(),
                "",
                0,
                List.of(),
                List.of(),
                "");

        table.take(wrong, SECOND);

        assertThat(only(1).state()).isEqualTo(HostSeen.State.NONSENSE);
        assertThat(only(1).history()).isEmpty();
    }

    @Test
    void shouldRefuseAnAddressThatIsNoneWhereItIsWrittenIntoAList() {
        HostNews fine = Words.of("h1", 1);
        HostNews wrong = new HostNews(
                fine.node(),
                List.of("h1,h2"),
                fine.port(),
                1,
                fine.host(),
                fine.machine(),
                8,
                1,
                1,
                1,
                List.of(),
                null,
                List.of(),
                "",
                0,
                List.of(),
                List.of(),
                "");

        table.take(wrong, SECOND);

        assertThat(only(1).reason()).contains("addresses");
    }
}
