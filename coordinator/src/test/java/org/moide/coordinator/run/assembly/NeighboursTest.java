package org.moide.coordinator.run.assembly;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.moide.commlib.registration.NodeReference;
import org.moide.coordinator.control.RunStatus;
import org.moide.coordinator.report.RunReport;
import org.moide.coordinator.selection.Candidate;
import org.moide.coordinator.selection.FreeProcessors;
import org.moide.coordinator.selection.HostedRun;
import org.moide.coordinator.selection.SharedRun;
import org.moide.engine.host.DaemonNews;
import org.moide.engine.host.RunOwner;
import org.moide.engine.host.RunView;

/** Tests which other runs on the hosts of a run are recorded, and with which times. */
class NeighboursTest {
    private static final Instant NOON = Instant.parse("2026-01-31T12:00:00Z");
    private static final RunOwner ANNA = new RunOwner("anna", "laptop");

    private Instant now = NOON;
    private final Neighbours book = new Neighbours(Set.of("mine", "sister"), () -> now);

    private void chosen(Candidate... hosts) {
        FreeProcessors free = FreeProcessors.of(List.of(hosts), 0, false);
        Arrays.asList(hosts).forEach(host -> book.chosen(host, free));
    }

    private static Candidate host(String name, HostedRun... runs) {
        return new Candidate(name + ":7100", name, "m-" + name, 14, 14, 1, 1L << 34, 0).with(List.of(runs));
    }

    private static HostedRun run(String id, int threads, Instant since) {
        return new HostedRun(id, 1, threads, ANNA, since);
    }

    private static RunView told(String id, int threads, Duration held) {
        return new RunView(
                id,
                new NodeReference("n", List.of(), 0),
                List.of(new RunView.EngineView(1, 2, null, threads)),
                ANNA,
                held.toNanos());
    }

    private void hear(int daemon, String host, RunView... runs) {
        book.heard(daemon, new DaemonNews.Beside(host, 14, List.of(runs)));
    }

    private List<RunReport.SharedHost> all() {
        return book.all("laptop", List.of());
    }

    @Test
    void shouldTellOfOneThatCameLaterAndOfOneThatHasLeft() {
        chosen(host("node2"));
        assertThat(all()).isEmpty();
        now = NOON.plusSeconds(60);
        hear(
                3,
                "node2",
                told("62ru", 7, Duration.ofSeconds(2)),
                told("sister", 4, Duration.ZERO),
                told("mine.2", 4, Duration.ZERO));

        assertThat(book.now())
                .containsExactly(new RunStatus.Beside(
                        "node2",
                        14,
                        "62ru",
                        "anna@laptop",
                        7,
                        NOON.plusSeconds(58).toEpochMilli()));
        assertThat(all())
                .containsExactly(new RunReport.SharedHost(
                        "node2", 14, false, List.of(new SharedRun(run("62ru", 7, NOON.plusSeconds(58)), null))));

        now = NOON.plusSeconds(90);
        hear(3, "node2");
        assertThat(book.now()).isEmpty();
        assertThat(all())
                .containsExactly(new RunReport.SharedHost(
                        "node2",
                        14,
                        false,
                        List.of(new SharedRun(run("62ru", 7, NOON.plusSeconds(58)), NOON.plusSeconds(90)))));
    }

    @Test
    void shouldKnowTheOneThatWasThereFirstFromTheDaemonToo() {
        chosen(host("node2", run("62ru", 7, NOON.minusSeconds(100))));
        assertThat(all())
                .as("until the daemon says that it is still there")
                .containsExactly(new RunReport.SharedHost(
                        "node2", 14, true, List.of(new SharedRun(run("62ru", 7, NOON.minusSeconds(100)), NOON))));
        hear(3, "node2", told("62ru", 7, Duration.ofSeconds(100)));
        assertThat(all().get(0).runs()).containsExactly(new SharedRun(run("62ru", 7, NOON.minusSeconds(100)), null));
        now = NOON.plusSeconds(1);
        hear(3, "node2", told("62ru", 9, Duration.ofSeconds(103)));
        assertThat(all().get(0).runs())
                .as("it has more now, and came when it came")
                .containsExactly(new SharedRun(run("62ru", 9, NOON.minusSeconds(100)), null));
    }

    @Test
    void shouldAddWhatTheDaemonsOfOneMachineTell() {
        chosen(host("node2"));
        hear(1, "node2", told("62ru", 2, Duration.ZERO));
        hear(2, "node2", told("62ru", 3, Duration.ZERO));

        assertThat(book.now()).extracting(RunStatus.Beside::threads).containsExactly(5);
        hear(1, "node2");
        assertThat(book.now()).extracting(RunStatus.Beside::threads).containsExactly(3);
    }

    @Test
    void shouldTakeWhatRunFoldersSayOfThisMachine() {
        HostedRun first = run("62ru", 7, NOON.minusSeconds(100));
        chosen(new Candidate(OwnMachine.PLACE, "laptop", "this machine", 14, 14, 1, 1, 0).with(List.of(first)));
        SharedRun over = new SharedRun(first, NOON.plusSeconds(5));
        SharedRun later = new SharedRun(run("7xk", 2, NOON.plusSeconds(7)), null);

        assertThat(book.all("laptop", List.of(over, later)))
                .containsExactly(new RunReport.SharedHost("laptop", 14, true, List.of(over, later)));
    }

    @Test
    void shouldPassOverHostsOfWhichItKnowsNothingAndForgetTheShortestOfMany() {
        chosen(host("node2"));
        hear(1, "elsewhere", told("62ru", 2, Duration.ZERO));
        assertThat(all()).isEmpty();

        for (int number = 0; number < 100; number++) {
            hear(1, "node2", told("r" + number, 1, Duration.ofSeconds(number)));
        }
        hear(1, "node2");
        assertThat(all().get(0).runs())
                .hasSize(32)
                .extracting(shared -> shared.run().id())
                .contains("r99")
                .doesNotContain("r5");
    }
}
