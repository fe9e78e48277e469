package org.moide.command;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.moide.command.cluster.MonitorPlan;
import org.moide.coordinator.plan.DaemonAddress;
import org.moide.coordinator.selection.Candidate;
import org.moide.coordinator.selection.HostAnswer;
import org.moide.coordinator.selection.HostedRun;
import org.moide.coordinator.selection.NoHostsException;
import org.moide.engine.host.RunOwner;
import org.moide.monitor.NumaNode;

class HostsAndMonitorsTest extends CommandRig {
    @Test
    void shouldPlanAClusterMonitor() {
        assertThat(moide(
                        "monitor",
                        "--monitor",
                        "head",
                        "--hosts",
                        "n1",
                        "--dns",
                        "all.example.org:7101",
                        "--silence",
                        "5"))
                .isZero();

        MonitorPlan plan = actions.monitors.get(0);
        assertThat(plan.network().port()).isEqualTo(7090);
        assertThat(plan.above()).containsExactly(new DaemonAddress("head", 7090, 0));
        assertThat(plan.daemons()).containsExactly(new DaemonAddress("n1", 7100, 0));
        assertThat(plan.names()).containsExactly(new DaemonAddress("all.example.org", 7101, 0));
        assertThat(plan.silence()).isEqualTo(Duration.ofSeconds(5));
        assertThat(moide("monitor", "--silence", "1")).isEqualTo(2);
        assertThat(moide("monitor", "--silence", "NaN")).isEqualTo(2);
        assertThat(err.toString(UTF_8)).contains("--silence: expected 3 to 300 seconds, found 1.0");
    }

    @Test
    void shouldTakeTheHostsOfARunFromAMonitor() {
        actions.answers = List.of(
                HostAnswer.usable("10.0.0.1:7100", new Candidate("10.0.0.1:7100", "a", "a", 2, 100, 2, 1L << 30, 0)),
                HostAnswer.unusable("10.0.0.2:7100", "silent for 12 s"),
                HostAnswer.nonsense("10.0.0.3:7100", "c: 1000000000 processors"));

        assertThat(moide("run", "--monitor", "head", "cg")).isZero();

        assertThat(actions.plan().placement().daemons()).containsExactly(new DaemonAddress("10.0.0.1", 7100, 0));
        assertThat(moide("hosts", "--monitor", "head")).isZero();
        assertThat(out.toString(UTF_8)).contains("down").contains("nonsense").contains("1000000000 processors");
        variables.put("MOIDE_MONITOR", "head");
        assertThat(moide("run", "--hosts", "n9", "cg")).isZero();
        assertThat(actions.plan().placement().daemons()).containsExactly(new DaemonAddress("n9", 7100, 0));
    }

    @Test
    void shouldGoOnWithTheHostsThatAreNamedWhenNoMonitorAnswers() {
        actions.noMonitor = new NoHostsException("no cluster monitor answers: head:7090: refused");

        assertThat(moide("run", "--monitor", "head", "--hosts", "n9", "cg")).isZero();
        assertThat(actions.plan().placement().daemons()).containsExactly(new DaemonAddress("n9", 7100, 0));
        assertThat(moide("run", "--monitor", "head", "cg")).isEqualTo(3);
        assertThat(moide("hosts", "--monitor", "head")).isEqualTo(3);
        assertThat(err.toString(UTF_8)).isEqualTo("""
                        moide: goes on with the hosts that are named: no cluster monitor answers: head:7090: refused
                        moide run: no cluster monitor answers: head:7090: refused
                        moide hosts: no cluster monitor answers: head:7090: refused
                        """);
    }

    @Test
    void shouldSayThatAMonitorKnowsNoHostThatCanBeUsed() {
        actions.answers = List.of(HostAnswer.unusable("a:7100", "silent for 12 s"));

        assertThat(moide("run", "--monitor", "head", "cg")).isEqualTo(3);

        assertThat(err.toString(UTF_8)).contains("the cluster monitor knows no host that can be used");
    }

    @Test
    void shouldShowWhereHostsAreAndNumberTheirEnginesInThatOrder() throws Exception {
        Path places = Files.writeString(folder.resolve("places.txt"), "a* paris/r1\nb lyon\n");
        actions.answers = List.of(
                HostAnswer.usable("a1:7100", new Candidate("a1:7100", "a1", "a1", 2, 100, 1, 1L << 30, 0)),
                HostAnswer.usable("b:7100", new Candidate("b:7100", "b", "b", 2, 90, 1, 1L << 30, 0)),
                HostAnswer.usable("a2:7100", new Candidate("a2:7100", "a2", "a2", 2, 80, 1, 1L << 30, 0)),
                HostAnswer.usable("x:7100", new Candidate("x:7100", "x", "x", 2, 70, 1, 1L << 30, 0)));
        assertThat(moide(
                        "hosts",
                        "--hosts",
                        "a1,b,a2,x",
                        "--explain",
                        "--no-own-engine",
                        "--topology",
                        places.toString()))
                .isZero();
        assertThat(out.toString(UTF_8)).isEqualTo("""
                        rank  daemon   host  place              power  workload  promise  engine  why
                           1  a1:7100  a1    paris/r1             100      1.00      100       0  the best of those left
                           2  b:7100   b     lyon                90.0      1.00     90.0       2  the best of those left
                           3  a2:7100  a2    paris/r1            80.0      1.00     80.0       1  the best of those left
                           4  x:7100   x     a site of its own   70.0      1.00     70.0       3  the best of those left
                        """);
    }

    @Test
    void shouldShowHostsAndEndWithThreeWhenNoneCanBeUsed() {
        actions.answers =
                List.of(HostAnswer.usable("a:7100", new Candidate("a:7100", "a", "a", 2, 100, 2, 1L << 30, 0)));
        assertThat(moide("hosts", "--hosts", "a")).isZero();
        assertThat(out.toString(UTF_8)).contains("performance").contains("50.0");
        assertThat(actions.hosts.get(0).daemons()).containsExactly(new DaemonAddress("a", 7100, 0));

        actions.answers = List.of(HostAnswer.unusable("a:7100", "does not answer"));
        assertThat(moide("hosts", "--hosts", "a")).isEqualTo(3);
        assertThat(out.toString(UTF_8)).contains("down").contains("does not answer");
        assertThat(err.toString(UTF_8))
                .isEqualTo("moide hosts: expected at least one host that can be used, found none\n");
    }

    @Test
    void shouldSayWhichHostsARunWouldTakeAndWhyNotTheOthers() {
        Candidate small = new Candidate("a:7100", "a", "a", 2, 100, 2, 1L << 30, 0, List.of("gpu"), List.of());
        Candidate large = new Candidate(
                "b:7100",
                "b",
                "b",
                4,
                200,
                1,
                8L << 30,
                0,
                List.of(),
                List.of(NumaNode.of(0, "0-1", 4L << 30), NumaNode.of(1, "2-3", 0)));
        actions.answers = List.of(
                HostAnswer.usable("a:7100", small.with(List.of(run("4k2", 1)))), HostAnswer.usable("b:7100", large));
        assertThat(moide("hosts", "--hosts", "a,b", "--explain", "--engines", "1", "--no-own-engine"))
                .isZero();
        assertThat(actions.hosts.get(0).ownToo()).isFalse();
        assertThat(out.toString(UTF_8)).isEqualTo("""
                        rank  daemon  host  power  workload  promise  engine  why
                           1  b:7100  b       200      1.00      200       0  the best of those left
                           2  a:7100  a       100      2.00     25.0          not used: not needed: --engines 1
                        b has 2 NUMA nodes: 0 (processors 0-1, 4.0 GiB), 1 (processors 2-3)
                        """);
        out.reset();

        assertThat(moide("hosts", "--hosts", "a,b", "--json")).isZero();
        assertThat(out.toString(UTF_8))
                .contains(
                        "\"state\": \"busy\"",
                        "run 4k2 of anna@laptop: 1 engine, 1 thread since ",
                        "\"owner\": \"anna@laptop\"",
                        "\"freeProcessors\": 1",
                        "\"gpu\"",
                        "\"processors\": \"2-3\"");
        out.reset();

        assertThat(moide("hosts", "--hosts", "a,b", "--label", "gpu", "--min-memory", "4g"))
                .isEqualTo(3);
        assertThat(out.toString(UTF_8)).contains("--label gpu: the host has no labels", "--min-memory 4.0 GiB");
        assertThat(moide("hosts", "--hosts", "a", "--engines", "2")).isEqualTo(2);
        assertThat(moide("hosts", "--hosts", "a", "--watch", "0.01")).isEqualTo(2);
        assertThat(err.toString(UTF_8))
                .contains(
                        "--engines: expected with --explain, --min-memory, --label or --exclude",
                        "--watch: expected 0.1 to 3600");
    }

    private static HostedRun run(String id, int threads) {
        return new HostedRun(id, 1, threads, RunOwner.of("anna@laptop"), Instant.parse("2026-01-31T12:00:00Z"));
    }

    @Test
    void shouldSayWhatOthersRunsHaveAndWhatIsFree() {
        Candidate shared = new Candidate("a:7100", "a", "a", 14, 140, 1, 1L << 30, 0).with(List.of(run("62ru", 7)));
        Candidate full =
                new Candidate("b:7100", "b", "b", 4, 400, 1, 1L << 30, 0).with(List.of(run("62ru", 3), run("7xk", 1)));
        actions.answers = List.of(HostAnswer.usable("a:7100", shared), HostAnswer.usable("b:7100", full));

        assertThat(moide("hosts", "--hosts", "a,b", "--explain", "--no-own-engine"))
                .isZero();
        assertThat(out.toString(UTF_8)).isEqualTo("""
                        rank  daemon  host  power  workload  promise  engine  why
                           1  a:7100  a       140      1.00     70.0       0  the best of those left; run 62ru of \
                        anna@laptop has 7 of its 14 processors
                           2  b:7100  b       400      1.00     80.0          not used: run 62ru of anna@laptop and run \
                        7xk of anna@laptop have all 4 of its processors (--overcommit takes it too)
                        """);
        out.reset();

        assertThat(moide("hosts", "--hosts", "a,b")).isZero();
        assertThat(out.toString(UTF_8).lines())
                .anyMatch(line -> line.matches("a:7100 +a +in use +14 +7 +1.0 GiB +140 +1.00 +70.0 .*"))
                .anyMatch(line -> line.matches("b:7100 +b +in use +4 +0 +1.0 GiB +400 +1.00 +80.0 .*"));
        out.reset();

        assertThat(moide("advise", "skewed:tasks=100", "--hosts", "a,b")).isZero();
        assertThat(err.toString(UTF_8)).contains("""
                        moide advise: a: run 62ru of anna@laptop has 7 of its 14 processors; this run takes the other 7
                        moide advise: b: run 62ru of anna@laptop and run 7xk of anna@laptop have all 4 of its processors; \
                        this run goes on without that host (--overcommit takes it too)
                        """);
    }

    @Test
    void shouldMakeTheSecretOnceAndNotShowItUnasked() throws IOException {
        String file = folder.resolve("secrets/secret").toString();
        assertThat(moide("key", "--secret-file", file)).isEqualTo(2);
        assertThat(err.toString(UTF_8)).contains("found none yet: 'moide key create' makes one");

        assertThat(moide("key", "create", "--secret-file", file)).isZero();
        String made = out.toString(UTF_8);
        assertThat(made).matches("made " + file + "  ID [0-9a-f]{8}\n");
        String secret = Files.readString(Path.of(file)).strip();
        out.reset();

        assertThat(moide("key", "create", "--secret-file", file)).isZero();
        assertThat(moide("key", "show", "--secret-file", file)).isZero();
        assertThat(out.toString(UTF_8))
                .isEqualTo(made.substring("made ".length()).repeat(2));
        out.reset();

        assertThat(moide("key", "--reveal", "--secret-file", file)).isZero();
        assertThat(out.toString(UTF_8)).contains(secret);
        assertThat(moide("key", "steal", "--secret-file", file)).isEqualTo(2);
        assertThat(err.toString(UTF_8)).contains("expected show or create, found 'steal'");
    }
}
