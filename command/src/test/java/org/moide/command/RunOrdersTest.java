package org.moide.command;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.moide.coordinator.control.ChangeAnswer;
import org.moide.coordinator.control.RunStatus;
import org.moide.coordinator.folder.OwnedRun;
import org.moide.coordinator.folder.RunDescription;
import org.moide.coordinator.folder.RunFolders;
import org.moide.coordinator.plan.RunPlan;
import org.moide.coordinator.progress.Progress;
import org.moide.coordinator.selection.Candidate;
import org.moide.coordinator.text.Moments;

class RunOrdersTest extends CommandRig {
    private static final Instant SINCE = Instant.parse("2026-01-31T12:00:00Z");

    private OwnedRun running(String id) throws IOException {
        return running(id, "h1", "");
    }

    /** Creates the folder of a running run whose coordinator is on a host. The host h1 is this machine. */
    private OwnedRun running(String id, String host, String owner) throws IOException {
        return running(id, host, owner, Path.of("").toAbsolutePath());
    }

    private OwnedRun running(String id, String host, String owner, Path workingFolder) throws IOException {
        assertThat(moide("run", "cg", "--class", "S")).isZero();
        RunPlan plan = actions.plan();
        actions.plans.clear();
        RunFolders folders = host.equals("h1") ? actions.runs() : new RunFolders(actions.elsewhere.resolve(host), host);
        OwnedRun run = folders.create(
                new RunDescription(id, Instant.parse("2026-01-02T03:04:05Z"), host, owner, workingFolder, "0", plan));
        run.began();
        return run;
    }

    @Test
    void shouldOrderChangesOfTheRunThatIsMeant() throws IOException {
        try (OwnedRun one = running("abc");
                OwnedRun other = running("xyz")) {
            assertThat(List.of(one.folder().id(), other.folder().id())).containsExactly("abc", "xyz");
            assertThat(moide("expand", "x", "--hosts", "a,b:7101")).isZero();
            assertThat(moide("replace", "abc", "--engine", "2", "--host", "c")).isZero();
            assertThat(moide("drain", "ab", "--hosts", "node7")).isZero();
            assertThat(actions.orders)
                    .containsExactly(
                            "xyz Expand[hosts=[a:7100, b:7101]]",
                            "abc Replace[engine=2, hosts=[c:7100]]",
                            "abc Drain[host=node7]");
            assertThat(out.toString(UTF_8)).isEqualTo("engine-1 on a has joined\n".repeat(3));
            actions.changed = ChangeAnswer.refused("there is no such host");
            assertThat(moide("expand", "abc", "--hosts", "a")).isEqualTo(1);
            assertThat(err.toString(UTF_8)).isEqualTo("moide expand: there is no such host\n");
            assertThat(moide("drain", "node7")).as("all runs, and none could").isEqualTo(1);
            assertThat(actions.orders).hasSize(6);
            assertThat(moide("drain", "node7:7101", "--run", "ab"))
                    .as("as it was once")
                    .isEqualTo(1);
            assertThat(actions.orders.remove(6)).isEqualTo("abc Drain[host=node7:7101]");
            variables.put("MOIDE_HOSTS", "z");
            assertThat(moide("expand", "abc", "--engine", "2")).isEqualTo(1);
            assertThat(actions.orders.get(6)).isEqualTo("abc Assist[engine=2, hosts=[]]");
            assertThat(err.toString(UTF_8))
                    .as("the command's own name")
                    .endsWith("moide expand: there is no such host\n");
        }
    }

    @Test
    void shouldSayWhichNamesOfOptionsAreThoseOfNoHost() {
        String powers = "own=3,a=2,b:7101=4,nobody=5,h1*=6";
        assertThat(moide("run", "--hosts", "a,b:7101", "--power", powers, "--exclude", "h1*,old*", "cg"))
                .isZero();
        assertThat(actions.plan().notes(List.of(new Candidate("a:7100", "h1", "h1", 1, 1, 1, 1, 0))))
                .containsExactly(
                        "--power h1*: no host of this run is called h1*; 'moide hosts' shows how they are called",
                        "--power nobody: no host of this run is called nobody; 'moide hosts' shows how they are called",
                        "--exclude old*: no host of this run is called old*; 'moide hosts' shows how they are called");
        actions.plans.clear();
        assertWrong(
                "moide run: --power: expected only own=<number> in a run on this machine alone, found a",
                "run",
                "--power",
                "a=2",
                "cg");
    }

    @Test
    void shouldEndARunThatAnotherHostKnowsAndAnothersOnlyByForce() throws IOException {
        try (OwnedRun one = running("4k2x", "node1", DetachOptions.ownUser());
                OwnedRun others = running("5k2x", "node1", "anna@laptop")) {
            assertWrong("moide stop: expected a run called 4k2, found none on this machine", "stop", "4k2");
            assertThat(moide("stop", "4k2", "--hosts", "node1,node2:7101")).isZero();
            assertThat(out.toString(UTF_8)).isEqualTo("run 4k2x has ended\n");
            assertWrong(
                    "moide stop: run 5k2x is one of anna@laptop, found " + DetachOptions.ownUser()
                            + ": --force ends it",
                    "stop",
                    "5",
                    "--hosts",
                    "node1");
            assertThat(moide("stop", "5", "--force", "--hosts", "node1")).isZero();
            assertThat(actions.orders).containsExactly("stop 4k2x", "stop 5k2x by " + DetachOptions.ownUser());
            assertThat(List.of(one.folder().id(), others.folder().id())).hasSize(2);
        }
    }

    @Test
    void shouldShowRunsAndHowOneStands() throws IOException {
        try (OwnedRun one = running("abc")) {
            actions.status = new RunStatus(
                            RunStatus.State.COMPUTING,
                            12.5,
                            30,
                            40,
                            List.of(new RunStatus.Epoch(2, 7.5, 2, "engine-1 on b came")),
                            List.of(new RunStatus.EngineStatus(
                                    1, "b", 4, 2.5, RunStatus.EngineStatus.Standing.COMPUTING, 29)),
                            List.of(new RunStatus.Change("expand", 7, 0.5, "engine-1 on b")))
                    .waiting(List.of("ID 0 waits in remoteBarrier (Heat.java:42) for 3.20 s"))
                    .with(new Progress(30, 40, "tasks", 2.5, 4_000_000_000L, 5_500_000_000L))
                    .beside(List.of(new RunStatus.Beside("b", 14, "62ru", "anna@laptop", 7, SINCE.toEpochMilli())));
            assertThat(moide("status")).isZero();
            assertThat(out.toString(UTF_8)).isEqualTo("""
                            run abc: cg --class S
                            computing for 12.50 s; 30 of 40 tasks are done, 2.50/s, 4 to 6 s left

                            engine  host  at  process  threads  power  state      tasks
                                 1  b     -         -        4   2.50  computing     29

                            b: run 62ru of anna@laptop has 7 of its 14 processors since %s

                            ID 0 waits in remoteBarrier (Heat.java:42) for 3.20 s

                            epoch      at  engines  why
                                2  7.50 s        2  engine-1 on b came

                            reconfigured      at    took  what
                            expand        7.00 s  0.50 s  engine-1 on b
                            """.formatted(Moments.of(SINCE)));
            out.reset();
            assertThat(moide("status", "--json", "abc")).isZero();
            assertThat(JsonParser.parseString(out.toString(UTF_8))
                            .getAsJsonObject()
                            .getAsJsonArray("beside"))
                    .hasToString("[{\"host\":\"b\",\"processors\":14,\"run\":\"62ru\",\"owner\":\"anna@laptop\","
                            + "\"threads\":7,\"since\":\"2026-01-31T12:00:00Z\"}]");
            assertThat(JsonParser.parseString(out.toString(UTF_8))
                            .getAsJsonObject()
                            .getAsJsonArray("engines"))
                    .hasToString("[{\"id\":1,\"host\":\"b\",\"daemon\":\"\",\"threads\":4,\"power\":2.5,"
                            + "\"state\":\"computing\",\"tasks\":29,\"queued\":0,\"waitedSeconds\":0.0}]");
            out.reset();
            one.ended("done after 13.0 s");
        }
        running("def").close();
        assertThat(moide("runs")).isZero();
        assertThat(out.toString(UTF_8)).contains("done after 13.0 s").contains("broken off         cg --class S");
        assertWrong(
                "moide status: run abc has ended (done after 13.0 s): its engines are gone; 'moide history abc' shows what"
                        + " it did",
                "status",
                "abc");
        assertWrong("moide resume: run abc has ended (done after 13.0 s)", "resume", "abc");
        assertWrong("moide expand: run def was broken off", "expand", "def");
        OwnedRun nobody = running("ghi");
        nobody.neverBegan();
        nobody.close();
        assertThat(moide("runs")).isZero();
        assertThat(out.toString(UTF_8)).contains("failed to start    cg --class S");
        assertWrong("moide status: run ghi failed to start: it has no engines", "status", "ghi");
        assertThat(moide("resume")).isZero();
        assertThat(moide("resume", "--no-progress", "--tag-output")).isZero();
        assertThat(moide("resume", "--strict")).isZero();
        assertThat(moide("resume", "--no-own-engine")).isZero();
        assertWrong("moide resume: --detach: expected a detached run", "resume", "def", "--detach");
        assertThat(actions.orders)
                .containsExactly(
                        "resume def",
                        "resume def Printing[progress=NEVER, tagged=true, folder=null]",
                        "resume def strictly",
                        "resume def not this JVM, 1 more on this machine");
    }

    @Test
    void shouldSayThatWhatARunNeedsOrHasPrintedIsGone() throws IOException {
        Path gone = actions.elsewhere.resolve("gone");
        running("abc", "h1", "", gone).close();
        assertWrong("moide resume: run abc was started in " + gone + ", which is gone", "resume", "abc");
        assertWrong("moide logs: expected a detached run, found that abc has a terminal", "logs", "abc");
        running("def", "h1", "", actions.elsewhere.resolve("detached/def/work")).close();
        for (String command : List.of("attach", "logs", "fetch")) {
            assertWrong(
                    "moide " + command + ": what run def has printed and written is no longer kept; 'moide history def'"
                            + " shows what it did, and --keep keeps all of the next one",
                    command,
                    "def");
        }
    }

    @Test
    void shouldNotSayThatHostsThatDoNotAnswerKnowNone() {
        actions.silent = true;
        assertThat(moide("runs", "--hosts", "h9")).isZero();
        assertThat(err.toString(UTF_8))
                .startsWith("moide runs: not asked: h9:")
                .endsWith("moide runs: there are none on this machine\n");
        err.reset();
        assertThat(moide("history", "--hosts", "h9")).isZero();
        assertThat(err.toString(UTF_8))
                .endsWith("moide history: no run has ended yet, or none was kept, on this machine\n");
        actions.silent = false;
        err.reset();
        assertThat(moide("runs", "--hosts", "h9")).isZero();
        assertThat(err.toString(UTF_8)).isEqualTo("moide runs: there are none on this machine and these hosts\n");
    }

    @Test
    void shouldSayWhatOrdersToRunsExpect() {
        assertWrong("moide replace: --engine: expected the number of an engine, found none", "replace", "abc");
        assertWrong("moide drain: expected hosts to leave, such as 'moide drain --hosts node7'", "drain");
        assertWrong("moide status: expected the ID of one run, found a b", "status", "a", "b");
        assertWrong("moide status: expected a run called nope, found none", "status", "nope");
    }
}
