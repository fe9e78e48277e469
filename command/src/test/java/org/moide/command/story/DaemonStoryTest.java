package org.moide.command.story;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests daemons that were started by hand, with several runs on them. */
@Timeout(600)
class DaemonStoryTest {
    @TempDir
    Path home;

    private @Nullable Daemon first;
    private @Nullable Daemon second;

    /** Returns the first daemon; starts it at the first call. */
    private Daemon first() {
        if (first == null) {
            first = Daemon.start(home);
        }
        return first;
    }

    /** Returns the second daemon; starts it at the first call. */
    private Daemon second() {
        if (second == null) {
            second = Daemon.start(home);
        }
        return second;
    }

    @AfterEach
    void stopDaemons() {
        if (first != null) {
            first.close();
        }
        if (second != null) {
            second.close();
        }
    }

    private String hosts() {
        return first().address() + "," + second().address();
    }

    @Test
    @Tag("full") // the default build has another test without leftovers, after files were given to all engines
    void shouldLeaveOnlyTheDaemonsWhenARunIsOver() {
        try (MoideProcess run = MoideProcess.start(home, "run", "--hosts", hosts(), "hello")) {
            run.awaitSuccess();
            assertThat(run.out())
                    .filteredOn(line -> line.startsWith("hello from ID"))
                    .hasSizeGreaterThanOrEqualTo(3);
            assertThat(run.out()).anyMatch(line -> line.contains("engine 2"));
        }
        assertThat(first().process().isAlive()).isTrue();
        assertThat(second().process().isAlive()).isTrue();
        awaitNoEngines();
    }

    @Test
    @Tag("full") // NothingLeftStoryTest has it with tasks in the default build
    void shouldEndTheEnginesWithin5SecondsAndTakeTheNextRunWhenTheCoordinatorIsKilled() {
        MoideProcess run =
                MoideProcess.start(home, "run", "--hosts", hosts(), "nbody", "--bodies", "4000", "--steps", "100000");
        List<ProcessHandle> engine = first().process().awaitChildren(1);
        List<ProcessHandle> other = second().process().awaitChildren(1);
        run.kill();
        Awaitility.await("the end of the engines")
                .atMost(Duration.ofSeconds(5))
                .until(() -> !engine.get(0).isAlive() && !other.get(0).isAlive());
        try (MoideProcess next = MoideProcess.start(home, "run", "--hosts", hosts(), "hello")) {
            next.awaitSuccess();
        }
    }

    @Test
    @Tag("full")
    void shouldFinishThePictureWhenADaemonIsKilledWithItsEngine() throws IOException {
        try (MoideProcess run = raytrace("--hosts", hosts())) {
            List<ProcessHandle> engine = second().process().awaitChildren(1);
            second().process().kill();
            Awaitility.await("the end of its engine").until(() -> !engine.get(0).isAlive());
            run.awaitSuccess();
        }
        byte[] survived = Files.readAllBytes(home.resolve("picture.png"));
        try (MoideProcess alone = raytrace("--local-engines", "1")) {
            alone.awaitSuccess();
        }
        assertThat(survived).isEqualTo(Files.readAllBytes(home.resolve("picture.png")));
    }

    private MoideProcess raytrace(String where, String value) {
        return MoideProcess.start(
                home,
                "run",
                where,
                value,
                "--threads",
                "1",
                "raytrace",
                "--width",
                "480",
                "--height",
                "270",
                "--output",
                "picture.png");
    }

    @Test
    void shouldShipClassesOfTheUsersOwnAndShowItsOutputFromEveryHost() throws IOException {
        OwnApplication application = OwnApplication.compile(home, "own.Greeter", """
                package own;
                import org.moide.engine.*;
                public final class Greeter implements Application {
                    public void run(ComputeThread self) {
                        System.out.println("printed by engine " + self.engine());
                        String text = new String(self.shared("words.txt", byte[].class));
                        self.report().print("engine " + self.engine() + " read " + text);
                        int[] numbers = new int[self.count()];
                        self.comm().allGather(org.moide.commlib.Slice.of(new int[] {self.id() * self.id()}),
                            org.moide.commlib.Slice.of(numbers));
                        if (self.id() == 0) {
                            self.report().put("squares", numbers);
                        }
                    }
                }
                """);
        Path jar = application.jar(home.resolve("own.jar"));
        Files.writeString(home.resolve("words.txt"), "shared words");
        for (List<String> how : List.of(
                List.of("own.jar"), List.of("--classpath", application.classes().toString(), "own.Greeter"))) {
            List<String> words =
                    new ArrayList<>(List.of("run", "--hosts", hosts(), "--threads", "1", "--files", "words.txt"));
            words.addAll(how);
            try (MoideProcess run = MoideProcess.start(home, words.toArray(String[]::new))) {
                run.awaitSuccess();
                assertThat(run.out()).contains("squares: 0 1 4").contains("printed by engine 1", "printed by engine 2");
            }
        }
        assertThat(jar).exists();
    }

    @Test
    void shouldGiveEveryEngineTheFilesByNameAndRemoveThemAfterwards() throws IOException {
        OwnApplication application = OwnApplication.compile(home, "own.Reader", """
                package own;
                import java.nio.file.*;
                import org.moide.engine.*;
                public final class Reader implements TaskApplication<Integer, Long> {
                    public void createTasks(TaskContext<Integer> context) throws Exception {
                        context.report().print("created with " + Files.readString(context.file("numbers.txt")));
                        for (int task = 0; task < 64; task++) {
                            context.put(task);
                        }
                    }
                    public Long identity() { return 0L; }
                    public Long executeTask(Integer task, TaskContext<Integer> context) throws Exception {
                        String read = Files.readString(Path.of("numbers.txt"))
                            + Files.readString(context.file("numbers.txt"))
                            + new String(context.shared("numbers.txt", byte[].class));
                        if (context.engine() > 0 && !Files.exists(Path.of("made.txt"))) {
                            Files.writeString(Path.of("made.txt"), "here");
                        }
                        return read.equals("777") ? 1L : 0L;
                    }
                    public Long merge(Long left, Long right) { return left + right; }
                    public void handleResults(Long read, Report report) { report.put("read", read); }
                }
                """);
        Files.writeString(home.resolve("numbers.txt"), "7");
        Path classes = application.classes();
        try (MoideProcess run = MoideProcess.start(
                home,
                "run",
                "--hosts",
                hosts(),
                "--no-own-engine",
                "--threads",
                "1",
                "--files",
                "numbers.txt",
                "--classpath",
                classes.toString(),
                "own.Reader")) {
            run.awaitSuccess();
            assertThat(run.out()).contains("created with 7", "read: 64");
            assertThat(run.err())
                    .anyMatch(line -> line.contains(" has left 1 file in ") && line.endsWith(": made.txt"));
        }
        try (Stream<Path> all = Files.walk(home.resolve(".moide/cache/work"))) {
            assertThat(all).noneMatch(path -> path.endsWith("numbers.txt"));
        }
        assertThat(home.resolve("numbers.txt")).hasContent("7");
        assertThat(first().process().isAlive()).isTrue();
        assertThat(second().process().isAlive()).isTrue();
        awaitNoEngines();
    }

    @Test
    @Tag("full")
    void shouldShowTheTraceOnceFromTheRightHostAndThreadWhenUserCodeThrows() throws IOException {
        OwnApplication application = OwnApplication.compile(home, "own.Thrower", """
                package own;
                import org.moide.engine.*;
                public final class Thrower implements Application {
                    public void run(ComputeThread self) {
                        if (self.id() == self.count() - 1) {
                            throw new IllegalStateException("planned failure");
                        }
                        self.comm().remoteBarrier();
                    }
                }
                """);
        try (MoideProcess run = MoideProcess.start(
                home,
                "run",
                "--hosts",
                hosts(),
                "--threads",
                "1",
                "--classpath",
                application.classes().toString(),
                "own.Thrower")) {
            assertThat(run.awaitExit()).as("exit code of %s", run).isEqualTo(1);
            assertThat(run.err())
                    .filteredOn(line -> line.contains("planned failure"))
                    .hasSize(1);
            assertThat(run.err()).anyMatch(line -> line.contains("the application failed in ID 2 on "));
            assertThat(run.err())
                    .filteredOn(line -> line.contains("at own.Thrower.run"))
                    .hasSize(1);
        }
        awaitNoEngines();
    }

    @Test
    @Tag("full")
    void shouldKeepTheDaemonAliveAndSayWhyWhenUserCodeExitsOrRunsOutOfMemory() throws IOException {
        OwnApplication application = OwnApplication.compile(home, "own.Fault", """
                package own;
                import org.moide.engine.*;
                public final class Fault implements Application {
                    public void run(ComputeThread self) {
                        if (self.engine() == 1 && self.arguments().flag("--exit")) {
                            System.exit(7);
                        }
                        java.util.List<long[]> hoard = new java.util.ArrayList<>();
                        while (self.engine() == 1 && self.arguments().flag("--hoard")) {
                            hoard.add(new long[1 << 20]);
                        }
                        self.comm().remoteBarrier();
                    }
                }
                """);
        for (String fault : List.of("--exit", "--hoard")) {
            try (MoideProcess run = MoideProcess.start(
                    home,
                    "run",
                    "--hosts",
                    hosts(),
                    "--threads",
                    "1",
                    "--engine-memory",
                    "64m",
                    "--classpath",
                    application.classes().toString(),
                    "own.Fault",
                    fault)) {
                assertThat(run.awaitExit()).as("exit code of %s", run).isEqualTo(1);
                String expected = fault.equals("--exit") ? "exit code 7" : "ran out of memory";
                assertThat(String.join("\n", run.err())).contains("engine-1").contains(expected);
            }
        }
        awaitNoEngines();
        try (MoideProcess next = MoideProcess.start(home, "run", "--hosts", hosts(), "hello")) {
            next.awaitSuccess();
        }
    }

    @Test
    void shouldRefuseWithExitCode3WhenTheSecretIsAnother() throws IOException {
        Path stranger = Files.createDirectory(home.resolve("stranger"));
        try (MoideProcess run = MoideProcess.start(stranger, "run", "--hosts", first().address(), "hello")) {
            assertThat(run.awaitExit()).as("exit code of %s", run).isEqualTo(3);
            assertThat(String.join("\n", run.err())).contains("secret").contains(first().address());
        }
    }

    @Test
    void shouldNameEveryAddressTriedWhenAHostDoesNotAnswer() {
        first().close(); // and no other process has its port
        try (MoideProcess run = MoideProcess.start(home, "run", "--hosts", first().address(), "hello")) {
            assertThat(run.awaitExit()).as("exit code of %s", run).isEqualTo(3);
            assertThat(String.join("\n", run.err())).contains("127.0.0.1").contains(Integer.toString(first().port()));
        }
    }

    @Test
    @Tag("full")
    void shouldNotLeakFilesOrThreadsInTheDaemonsWhenManyRunsFollowEachOther() throws IOException {
        int runs = Integer.getInteger("moide.tier", 0) >= 1 ? 100 : 4;
        hello();
        awaitNoEngines();
        int files = first().openFiles();
        int threads = first().threads();
        for (int run = 0; run < runs; run++) {
            hello();
        }
        awaitNoEngines();
        // RMI keeps idle connections and their threads for 15 s; a leak would leave one for each run.
        Awaitility.await("files and threads as before: " + files + " and " + threads)
                .until(() -> first().openFiles() <= files + 2 && first().threads() <= threads + 2);
    }

    private void hello() {
        try (MoideProcess run =
                MoideProcess.start(home, "run", "--hosts", hosts(), "--no-own-engine", "--threads", "1", "hello")) {
            run.awaitSuccess();
        }
    }

    private void awaitNoEngines() {
        Awaitility.await("no engine JVM is left")
                .until(() -> first().process().children().isEmpty()
                        && second().process().children().isEmpty());
    }
}
