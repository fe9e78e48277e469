package org.moide.coordinator.folder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.moide.balance.loan.FailurePolicy;
import org.moide.balance.pool.Discipline;
import org.moide.coordinator.plan.ApplicationPlan;
import org.moide.coordinator.plan.Assistance;
import org.moide.coordinator.plan.CommProfile;
import org.moide.coordinator.plan.DaemonAddress;
import org.moide.coordinator.plan.EngineSettings;
import org.moide.coordinator.plan.NetworkSettings;
import org.moide.coordinator.plan.OutputSettings;
import org.moide.coordinator.plan.Permission;
import org.moide.coordinator.plan.Placement;
import org.moide.coordinator.plan.PlanException;
import org.moide.coordinator.plan.RunPlan;
import org.moide.coordinator.plan.StrategyChoice;
import org.moide.coordinator.selection.HostedRun;
import org.moide.coordinator.selection.SharedRun;
import org.moide.coordinator.selection.Topology;
import org.moide.engine.Application;
import org.moide.engine.Arguments;
import org.moide.engine.control.DataSettings;
import org.moide.engine.control.HandlingSettings;
import org.moide.engine.control.TaskSettings;
import org.moide.engine.host.RunOwner;

@Tag("jdk")
class RunFoldersTest {
    private static final Instant START = Instant.parse("2026-01-02T03:04:05Z");

    @TempDir
    Path home;

    private RunFolders folders() {
        return new RunFolders(home.resolve("runs"), "h1");
    }

    private RunDescription description(String id) {
        return new RunDescription(id, START, "h1", home, "0.1.0", plan());
    }

    @Test
    void shouldTakeTheDefaultOfWhatADescriptionDidNotHaveYetWhenItWasWritten() {
        assertThatThrownBy(() -> DescriptionJson.read("garbage", Path.of("run.json")))
                .hasMessage("expected a run's description in run.json, found something else");
        String written = DescriptionJson.text(description("a"));
        JsonObject old = JsonParser.parseString(written).getAsJsonObject();
        JsonObject oldPlan = old.getAsJsonObject("plan");
        assertThat(oldPlan.remove("assistance")).isNotNull();
        assertThat(oldPlan.getAsJsonObject("placement").remove("elasticity")).isNotNull();
        assertThat(oldPlan.getAsJsonObject("placement").remove("topology")).isNotNull();
        assertThat(oldPlan.getAsJsonObject("output").remove("kept")).isNotNull();
        assertThat(oldPlan.getAsJsonObject("engines").remove("overcommit")).isNotNull();
        RunPlan read = DescriptionJson.read(old.toString(), home).plan();
        assertThat(read.output().kept()).isEqualTo(OutputSettings.Kept.USUAL);
        assertThat(read.assistance()).isEqualTo(Assistance.NONE);
        assertThat(read.engines()).isEqualTo(plan().engines());
        assertThat(read.placement()).isEqualTo(plan().placement().along(Topology.NONE));
        assertThat(read.lines()).isNotEmpty();
    }

    @Test
    void shouldRefuseADescriptionOfWhichItWouldLeaveSomethingOut() {
        JsonObject other =
                JsonParser.parseString(DescriptionJson.text(description("a"))).getAsJsonObject();
        other.getAsJsonObject("plan").getAsJsonObject("output").addProperty("report", "r.json");
        assertThatThrownBy(() -> DescriptionJson.read(other.toString(), Path.of("run.json")))
                .isInstanceOf(PlanException.class)
                .hasMessage("expected a run's description in run.json of this version of MOIDE, found"
                        + " 'plan.output.report', which another has written: that one goes on with the run");
    }

    private RunPlan plan() {
        return new RunPlan(
                new ApplicationPlan("pi", "org.example.Pi", List.of(home.resolve("pi.jar")), Arguments.of("--n", "7")),
                new Placement(true, 1, List.of(new DaemonAddress("h2", 7101, 3)), 2)
                        .along(new Topology(List.of(new Topology.Line("h*", List.of("paris", "r1"))))),
                new Assistance(Permission.GIVEN, List.of(new DaemonAddress("h3", 7102, 0)), true),
                new EngineSettings(2, 1L << 30, List.of("-ea"), Map.of("h2", 2.5)),
                Application.Mode.COOPERATIVE,
                new StrategyChoice("guided", null),
                new TaskSettings(
                                Discipline.LIFO_ST2,
                                new FailurePolicy(2, Long.MAX_VALUE),
                                new DataSettings(1 << 26, null, true),
                                true,
                                new HandlingSettings(2, true))
                        .limited(9_000_000_000L),
                CommProfile.usual(),
                List.of(),
                NetworkSettings.usual(),
                OutputSettings.usual(true).reportingTo(home.resolve("r.json")));
    }

    /** Creates the folder of a run, and notes in it that the run's engines have begun to compute. */
    private OwnedRun begin(String id) throws IOException {
        OwnedRun run = folders().create(description(id));
        run.began();
        return run;
    }

    private void finish(String id) throws IOException {
        try (OwnedRun run = folders().create(description(id))) {
            run.ended("done");
        }
    }

    @Test
    void shouldKeepARunToItsOwnerAndReadItAgain() throws IOException {
        try (OwnedRun run = folders().create(description("ab1"))) {
            assertThat(run.makeSecret(new SecureRandom()).keyId()).hasSize(8);
            run.answersAt(4711);
            RunFolder found = folders().find("a", RunState.RUNNING);
            assertThat(found.description()).isEqualTo(description("ab1"));
            assertThat(found.description().words()).isEqualTo("pi --n 7");
            assertThat(found.state()).isEqualTo(RunState.RUNNING);
            assertThat(found.control().port()).isEqualTo(4711);
            try (Stream<Path> all = Files.walk(home.resolve("runs"))) {
                for (Path each : all.toList()) {
                    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(each)))
                            .as(each.toString())
                            .isEqualTo(Files.isDirectory(each) ? "rwx------" : "rw-------");
                }
            }
        }
    }

    @Test
    void shouldKeepWhatTasksWriteElsewhereAndTakeItAwayAtTheEnd() throws IOException {
        Path elsewhere = Files.createDirectory(home.resolve("large"));
        try (OwnedRun run = folders().create(description("a"))) {
            Path objects = run.folder().objects(elsewhere);
            assertThat(objects.getParent()).isEqualTo(elsewhere);
            assertThat(run.folder().objects(elsewhere)).as("when it is resumed").isEqualTo(objects);
            Files.writeString(objects, "objects");
            run.ended("done");
        }
        assertThat(elsewhere).isEmptyDirectory();
    }

    @Test
    void shouldLeaveWhatALinkInARunsFolderPointsToIfItIsNotItsOwn() throws IOException {
        Path another = Files.writeString(home.resolve("another"), "text");
        try (OwnedRun run = folders().create(description("a"))) {
            Files.createSymbolicLink(run.folder().path().resolve("objects"), another);
            run.ended("done");
        }
        assertThat(another).hasContent("text");
    }

    @Test
    void shouldTellRunsThatEndedFromThoseThatWereBrokenOff() throws IOException {
        finish("a");
        begin("b").close();
        OwnedRun running = begin("c");

        assertThat(folders().find("a", RunState.ENDED).state()).isEqualTo(RunState.ENDED);
        assertThat(folders().find("a", RunState.ENDED).ending()).isEqualTo("done");
        assertThat(folders().find("b", RunState.ENDED).state()).isEqualTo(RunState.BROKEN_OFF);
        assertThat(folders().find("c", RunState.ENDED).state()).isEqualTo(RunState.RUNNING);
        running.close();
        assertThat(folders().find("c", RunState.ENDED).state()).isEqualTo(RunState.BROKEN_OFF);
    }

    @Test
    void shouldTellRunsThatFailedToStartFromThoseThatCanBeResumed() throws IOException {
        OwnedRun starting = folders().create(description("a"));
        assertThat(folders().find("a", RunState.RUNNING).state()).isEqualTo(RunState.RUNNING);
        Files.createFile(starting.folder().journal()); // may exist before there are engines
        starting.close();
        OwnedRun nobody = begin("b");
        nobody.neverBegan();
        nobody.close();
        OwnedRun marked = folders().create(description("c"));
        Files.writeString(marked.folder().journal(), "what is done"); // as if the disk had no space for the mark
        marked.close();

        assertThat(folders().find("a", RunState.ENDED).state()).isEqualTo(RunState.FAILED_TO_START);
        assertThat(folders().find("b", RunState.ENDED).state()).isEqualTo(RunState.FAILED_TO_START);
        assertThat(folders().find(null, RunState.BROKEN_OFF).id()).isEqualTo("c");
        assertThatThrownBy(() -> folders().takeUp(folders().find("a", RunState.BROKEN_OFF)))
                .isInstanceOf(PlanException.class)
                .hasMessageContaining("run a failed to start: nothing was computed")
                .hasMessageContaining("moide run");
    }

    @Test
    void shouldKeepOnlyTheLastFewThatFailedToStart() throws IOException {
        for (int run = 0; run < 2 * RunFolders.FAILED_KEPT; run++) {
            folders().create(description("run" + run)).close();
            setStart("run" + run, 1_000L * (run + 1));
        }
        assertThat(folders().all()).extracting(RunFolder::id).containsExactly("run9", "run8", "run7", "run6", "run5");
    }

    @Test
    void shouldSayTheEndInRoomThatWasTakenAtTheStart() throws IOException {
        try (OwnedRun run = begin("a")) {
            Path room = run.folder().path().resolve(RunFolder.ROOM_FOR_END);
            Object blocks =
                    Files.readAttributes(room, BasicFileAttributes.class).fileKey();
            long bytes = Files.size(room);
            run.ended("done after 1.0 s");
            Path ended = run.folder().path().resolve(RunFolder.ENDED);
            assertThat(Files.readAttributes(ended, BasicFileAttributes.class).fileKey())
                    .isEqualTo(blocks);
            assertThat(Files.size(ended)).isEqualTo(bytes);
            assertThat(run.folder().ending()).isEqualTo("done after 1.0 s");
        }
        try (OwnedRun run = begin("b")) {
            run.ended("failed: " + "x".repeat(5_000)); // longer than the reserved file
            assertThat(run.folder().ending()).startsWith("failed: x").hasSizeLessThan(5_000);
        }
        try (OwnedRun run = begin("c")) {
            Files.delete(run.folder().path().resolve(RunFolder.ROOM_FOR_END)); // as in a folder of an earlier version
            run.ended("done");
            assertThat(run.folder().ending()).isEqualTo("done");
        }
    }

    @Test
    void shouldLeaveNothingWhenAFolderCannotBeMade() throws IOException {
        folders().create(description("a")).close();
        assertThatThrownBy(() -> folders().create(description("a"))).isInstanceOf(IOException.class);
        try (Stream<Path> all = Files.list(home.resolve("runs"))) {
            assertThat(all.map(Path::getFileName).map(Path::toString)).containsExactly("a");
        }
    }

    @Test
    void shouldSweepWhatAProcessLeftThatWasKilledWhileItMadeAFolder() throws IOException {
        folders().create(description("first")).close();
        Path runs = home.resolve("runs");
        String dead = "999999999@2026-01-01T00:00:00Z h1\n";
        Path killed = draft(runs, "killed", dead);
        Path reused = draft(runs, "reused", ProcessHandle.current().pid() + "@2026-01-01T00:00:00Z h1\n");
        Path alive = draft(runs, "alive", Owner.thisProcess("h1").text());
        Path elsewhere = draft(runs, "elsewhere", dead.replace("h1", "h2"));
        Path early = draft(runs, "early", null);
        Path old = draft(runs, "old", null);
        Files.setLastModifiedTime(old, FileTime.from(Instant.now().minus(Duration.ofHours(2))));
        Path others = Files.createDirectory(runs.resolve(".Trash"));
        folders().create(description("second")).close();
        assertThat(List.of(killed, reused, old)).allMatch(Files::notExists);
        assertThat(List.of(alive, elsewhere, early, others)).allMatch(Files::exists);
        assertThat(folders().all()).extracting(RunFolder::id).containsExactlyInAnyOrder("first", "second");
    }

    private static Path draft(Path runs, String id, @Nullable String owner) throws IOException {
        Path draft = Files.createDirectory(runs.resolve("." + id));
        if (owner != null) {
            Files.writeString(draft.resolve(RunFolder.OWNER), owner);
        }
        return draft;
    }

    @Test
    void shouldTellWhatThreadsOtherProcessesRunsHaveOnThisMachine() throws Exception {
        HeldThreads seven = new HeldThreads(2, 7, START, "h1");
        try (OwnedRun mine = begin("mine")) {
            mine.holds(seven);
            begin("other").close();
            Path other = home.resolve("runs/other");
            Files.writeString(other.resolve("owner"), "1@then h1\n");
            Files.writeString(other.resolve("threads"), seven.text());

            assertThat(folders().sharing()).as("a dead one, and its own").isEmpty();
            try (LockingProcess living = LockingProcess.holding(other.resolve("lock"))) {
                assertThat(folders().sharing())
                        .containsExactly(new HostedRun("other", 2, 7, RunOwner.ofThisProcess("h1"), START));
                assertThat(folders().shared(START.plusSeconds(60)))
                        .containsExactly(new SharedRun(folders().sharing().get(0), null));
                Files.writeString(other.resolve("threads"), new HeldThreads(2, 7, START, "h2").text());
                assertThat(folders().sharing()).as("of another machine").isEmpty();
                Files.writeString(other.resolve("threads"), "2 many then h1");
                assertThat(folders().sharing()).as("nonsense").isEmpty();
                living.kill();
            }
        }
    }

    @Test
    void shouldTellOfRunsThatHaveEndedMeanwhile() throws Exception {
        try (OwnedRun over = begin("over")) {
            over.holds(new HeldThreads(1, 4, START, "h1"));
            over.ended("done after 1.0 s");
        }
        Path end = home.resolve("runs/over/ended");
        Instant ended = START.plusSeconds(100);
        Files.setLastModifiedTime(end, FileTime.from(ended));

        assertThat(folders().sharing()).isEmpty();
        assertThat(folders().shared(START.plusSeconds(99)))
                .containsExactly(
                        new SharedRun(new HostedRun("over", 1, 4, RunOwner.ofThisProcess("h1"), START), ended));
        assertThat(folders().shared(START.plusSeconds(101))).isEmpty();
    }

    @Test
    void shouldSeeALivingCoordinatorByItsLockAloneAndNotTakeItAway() throws Exception {
        begin("other").close();
        Path lock = home.resolve("runs/other/lock");
        Files.writeString(home.resolve("runs/other/owner"), "1@then h1\n");
        try (LockingProcess other = LockingProcess.holding(lock)) {
            for (int look = 0; look < 3; look++) {
                assertThat(folders().find("other", RunState.RUNNING).state()).isEqualTo(RunState.RUNNING);
            }
            assertThatThrownBy(() -> folders().takeUp(folders().find("other", RunState.RUNNING)))
                    .isInstanceOf(PlanException.class)
                    .hasMessageContaining("is running");
            other.kill();
        }
        assertThat(folders().find("other", RunState.RUNNING).state()).isEqualTo(RunState.BROKEN_OFF);
        folders().takeUp(folders().find(null, RunState.BROKEN_OFF)).close();
    }

    @Test
    void shouldSayWhereAndWhyARunCannotBeTakenUp() throws IOException {
        begin("a").close();
        Path folder = home.resolve("runs/a");
        Files.writeString(folder.resolve("owner"), "1@then h1\n");
        Files.delete(folder.resolve("lock"));
        assertThatThrownBy(() -> folders().takeUp(folders().find("a", RunState.BROKEN_OFF)))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("cannot go on with run a in " + folder + ": no file can be made")
                .hasMessageEndingWith("then resume it again");
    }

    @Test
    void shouldNotTakeUpWhatHasEndedOrIsElsewhere() throws IOException {
        finish("a");
        assertThatThrownBy(() -> folders().takeUp(folders().find("a", RunState.ENDED)))
                .isInstanceOf(PlanException.class)
                .hasMessageContaining("run a has ended (done)");
        folders().create(description("b"));
        RunFolders onH2 = new RunFolders(home.resolve("runs"), "h2");
        assertThat(onH2.find("b", RunState.ELSEWHERE).state()).isEqualTo(RunState.ELSEWHERE);
        assertThatThrownBy(() -> onH2.takeUp(onH2.find("b", RunState.ELSEWHERE)))
                .isInstanceOf(PlanException.class)
                .hasMessageContaining("resume it there, on h1");
    }

    @Test
    void shouldFindARunByTheBeginningOfItsIdOrByBeingTheOnlyOne() throws IOException {
        finish("abc");
        finish("abd");
        assertThat(folders().find("abd", RunState.RUNNING).id()).isEqualTo("abd");
        assertThatThrownBy(() -> folders().find("ab", RunState.RUNNING))
                .isInstanceOf(PlanException.class)
                .hasMessageContaining("expected the ID of one run, found 'ab', with which 2 begin: ")
                .hasMessageContaining("abc");
        assertThatThrownBy(() -> folders().find("x", RunState.RUNNING)).hasMessageContaining("a run called x");
        assertThatThrownBy(() -> folders().find(null, RunState.RUNNING))
                .hasMessageContaining("a run that is running on this machine, found none");
        OwnedRun one = folders().create(description("zz"));
        assertThat(folders().find(null, RunState.RUNNING).id()).isEqualTo("zz");
        one.close();
    }

    @Test
    void shouldKeepTheLastThatEndedAndNeverTouchThoseThatRun() throws IOException {
        OwnedRun running = folders().create(description("running"));
        setStart("running", 0);
        for (int run = 0; run < 2 * RunFolders.KEPT; run++) {
            finish("run" + run);
            setStart("run" + run, 1_000L * (run + 1));
        }
        List<String> ids = folders().all().stream().map(RunFolder::id).toList();
        assertThat(ids)
                .hasSize(RunFolders.KEPT + 1)
                .contains("running", "run39", "run20")
                .doesNotContain("run19");
        assertThat(ids.get(0)).isEqualTo("run39");
        assertThat(folders().find("running", RunState.RUNNING).state()).isEqualTo(RunState.RUNNING);
        running.close();
    }

    private void setStart(String id, long millis) throws IOException {
        Files.setLastModifiedTime(home.resolve("runs").resolve(id).resolve("run.json"), FileTime.fromMillis(millis));
    }

    @Test
    void shouldMakeAFolderLaterOnceOrNever() throws IOException {
        LaterFolder never = folders().later(description("never"));
        never.began();
        assertThat(never.known()).isNull();
        assertThat(never.giveUp()).isTrue();
        assertThatThrownBy(never::made)
                .isInstanceOf(IOException.class)
                .hasMessageContaining("expected a run that goes on, found that it is over");
        assertThat(folders().all()).isEmpty();

        LaterFolder later = folders().later(description("later"));
        later.began();
        try (OwnedRun made = later.made()) {
            assertThat(later.made()).isSameAs(made);
            assertThat(later.giveUp()).isFalse();
            assertThat(made.folder().path()).isEqualTo(later.place().path()).isDirectoryContaining("glob:**/began");
        }
        LaterFolder before = folders().later(description("before"));
        try (OwnedRun made = before.made()) {
            before.began();
            assertThat(made.folder().path()).isDirectoryContaining("glob:**/began");
        }
    }

    @Test
    void shouldMakeRoomNowAndThenInAProcessOfManyRuns() throws IOException {
        int most = 0;
        for (int run = 0; run < RunFolders.MANY + 5; run++) {
            try (OwnedRun owned = folders().later(description("many" + run)).made()) {
                assertThat(owned.folder().state()).isEqualTo(RunState.RUNNING);
                owned.ended("done after 0.0 s");
            }
            most = Math.max(most, folders().all().size());
        }
        assertThat(most).isEqualTo(RunFolders.MANY);
        assertThat(folders().all()).hasSizeBetween(RunFolders.KEPT, RunFolders.KEPT + 5);
    }

    @Test
    void shouldTellOfARunWhosePlanNamesWhatIsGoneAndRefuseToBeginItAgain() throws IOException {
        Path parameters = Files.writeString(home.resolve("s.properties"), "");
        RunPlan plan = plan();
        RunPlan named = new RunPlan(
                plan.application(),
                plan.placement(),
                plan.assistance(),
                plan.engines(),
                plan.mode(),
                new StrategyChoice("guided", parameters),
                plan.tasks(),
                plan.collectives(),
                plan.files(),
                plan.network(),
                plan.output());
        folders()
                .create(new RunDescription("a", START, "h1", home, "0.1.0", named))
                .close();
        assertThat(folders().find("a", RunState.ENDED).description().plan()).isEqualTo(named);
        Files.delete(parameters);
        RunPlan told = folders().find("a", RunState.ENDED).description().plan();
        assertThat(told).isEqualTo(named);
        assertThatThrownBy(told::requireFiles)
                .isInstanceOf(PlanException.class)
                .hasMessageContaining("--strategy-file: expected a file, found nothing at");
    }
}
