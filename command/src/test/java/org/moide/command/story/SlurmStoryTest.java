package org.moide.command.story;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.moide.commlib.system.SystemHost;

/** Tests runs on a real Slurm with three nodes, all on this machine. Needs root, and Debian's slurm-wlm and munge. */
@Tag("full")
@Timeout(400)
class SlurmStoryTest {
    private static final List<String> DAEMONS =
            List.of("/usr/sbin/munged", "/usr/sbin/slurmctld", "/usr/sbin/slurmd", "/usr/bin/srun");

    private static final String CONFIGURATION = """
            ClusterName=lab
            SlurmctldHost=@HOST@(127.0.0.1)
            SlurmctldPort=@PORT@
            SlurmUser=root
            AuthType=auth/munge
            AuthInfo=socket=@LAB@/munge.socket
            CredType=cred/munge
            SelectType=select/linear
            ProctrackType=proctrack/linuxproc
            TaskPlugin=task/none
            SlurmdParameters=config_overrides
            StateSaveLocation=@LAB@/state
            SlurmdSpoolDir=@LAB@/spool-%n
            SlurmctldPidFile=@LAB@/slurmctld.pid
            SlurmdPidFile=@LAB@/slurmd-%n.pid
            MpiDefault=none
            ReturnToService=2
            PartitionName=main Nodes=n[1-3] Default=YES MaxTime=INFINITE State=UP
            """;

    @TempDir
    Path lab;

    private final List<Process> daemons = new ArrayList<>();
    private Path home;

    @BeforeEach
    void startSlurm() throws Exception {
        assertThat(DAEMONS)
                .as("Slurm and munge; Debian: apt-get install slurm-wlm munge")
                .allMatch(file -> Files.isExecutable(Path.of(file)));
        // munge needs a folder that others may enter but not write.
        Files.setPosixFilePermissions(lab, PosixFilePermissions.fromString("rwxr-xr-x"));
        home = Files.createDirectory(lab.resolve("home"));
        Files.createDirectory(lab.resolve("state"));
        Path key = Files.write(
                lab.resolve("munge.key"), "a key for this test only ".repeat(40).getBytes(StandardCharsets.UTF_8));
        Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-------"));
        String host = SystemHost.name();
        StringBuilder text = new StringBuilder();
        for (int node = 1; node <= 3; node++) {
            text.append("NodeName=n" + node + " NodeAddr=127.0.0.1 NodeHostname=" + host + " Port=" + freePort()
                    + " CPUs=2 RealMemory=1000\n");
            Files.createDirectory(lab.resolve("spool-n" + node));
        }
        Path configuration = lab.resolve("slurm.conf");
        Files.writeString(
                configuration,
                text
                        + CONFIGURATION
                                .replace("@HOST@", host)
                                .replace("@PORT@", Integer.toString(freePort()))
                                .replace("@LAB@", lab.toString()));
        Path moide = Files.writeString(
                lab.resolve("moide"),
                "#!/bin/sh\nexec "
                        + StoryClasses.java().stream()
                                .map(word -> "'" + word + "'")
                                .collect(Collectors.joining(" "))
                        + " \"$@\"\n");
        Files.setPosixFilePermissions(moide, PosixFilePermissions.fromString("rwxr-xr-x"));
        start(
                "munged",
                "--foreground",
                "--force",
                "--num-threads=1",
                "--socket=" + lab + "/munge.socket",
                "--key-file=" + key,
                "--pid-file=" + lab + "/munge.pid",
                "--seed-file=" + lab + "/munge.seed",
                "--log-file=" + lab + "/munge.log");
        Awaitility.await("munged").until(() -> Files.exists(lab.resolve("munge.socket")));
        start("slurmctld", "-D", "-f", configuration.toString());
        for (int node = 1; node <= 3; node++) {
            start("slurmd", "-D", "-N", "n" + node, "-f", configuration.toString());
        }
        Awaitility.await("three idle nodes")
                .pollInterval(Duration.ofMillis(500))
                .until(() ->
                        said("sinfo", "-h", "-t", "idle", "-o", "%D").strip().equals("3"));
    }

    @AfterEach
    void stopSlurm() throws InterruptedException {
        for (int i = daemons.size() - 1; i >= 0; i--) {
            daemons.get(i).destroy();
            if (!daemons.get(i).waitFor(100, TimeUnit.SECONDS)) {
                daemons.get(i).destroyForcibly();
            }
        }
    }

    private String[] onAllNodes(String tree) {
        String moide = lab.resolve("moide").toString();
        return new String[] {
            "srun", "-N3", moide, "run", "--symmetric", "--engine-memory", "256m", "uts", "--tree", tree
        };
    }

    @Test
    void shouldBeOneRunOfAllNodesAndLeaveNothing() throws Exception {
        String said = said(onAllNodes("T1"));
        assertThat(said).contains("nodes: 4130071").contains("3 engines");
        assertThat(home.resolve(".moide/meet")).isEmptyDirectory();
        assertThat(ofThisTest()).isEmpty();
    }

    @Test
    void shouldEndOnAllNodesWhenItIsCancelled() throws Exception {
        Process step = started(onAllNodes("T1XL"));
        try {
            Awaitility.await("three engines")
                    .atMost(Duration.ofSeconds(100))
                    .until(() -> ofThisTest().size() == 5); // process 0 has its engine in its own JVM
            said("scancel", "--name=moide");
            assertThat(step.waitFor(100, TimeUnit.SECONDS)).isTrue();
        } finally {
            step.destroyForcibly();
        }
        Awaitility.await("no process of MOIDE's").until(() -> ofThisTest().isEmpty());
        assertThat(home.resolve(".moide/meet")).isEmptyDirectory();
    }

    @Test
    void shouldGrowWithFurtherJobsAndBearThatOneIsCancelled() throws Exception {
        PacedTasks tasks = PacedTasks.compile(home, 2_400);
        try (MoideProcess run = onSlurm(tasks, "--elastic", "1:3")) {
            run.awaitErrors("has joined", 2);
            assertThat(run.err()).anyMatch(line -> line.matches("moide run: job \\d+ is submitted, for 1 node"));
            String last = said("squeue", "--noheader", "--states=running", "--sort=-i", "--format=%A")
                    .lines()
                    .findFirst()
                    .orElseThrow();
            said("scancel", last);
            run.awaitError("job " + last + " has ended: CANCELLED");
            tasks.assertExact(run);
            assertThat(run.err()).as("it is not wanted there").noneMatch(line -> line.contains("has joined with 4"));
        }
        assertNothingIsLeft();
    }

    @Test
    void shouldGoOnWithOtherJobsWhenAllReachTheirTimeLimit() throws Exception {
        String[] limit = {"--nodes", "3", "--slurm-arg=--time=1", "--slurm-arg=--signal=B:USR1@10"};
        PacedTasks tasks = PacedTasks.compile(home, 5_000);
        try (MoideProcess run = onSlurm(tasks, limit)) {
            Awaitility.await("other nodes")
                    .atMost(Duration.ofSeconds(200))
                    .until(() -> run.err().stream().anyMatch(line -> line.contains("waits for other nodes to go on")));
            tasks.assertExact(run);
        }
        assertNothingIsLeft();
    }

    @Test
    void shouldFindItsNodesAgainWhenTheCoordinatorWasKilled() throws Exception {
        PacedTasks tasks = PacedTasks.compile(home, 1_000);
        try (MoideProcess run = onSlurm(tasks, "--nodes", "2")) {
            run.awaitError("has begun");
            PacedTasks.awaitBegin(home);
            run.kill();
        }
        try (MoideProcess resumed = MoideProcess.start(home, byThisSlurm(), "resume")) {
            tasks.assertExact(resumed);
            assertThat(resumed.err()).noneMatch(line -> line.contains("is submitted"));
        }
        assertNothingIsLeft();
    }

    @Test
    void shouldCancelAJobThatWaitsWhenItIsInterrupted() throws Exception {
        PacedTasks tasks = PacedTasks.compile(home, 10);
        try (MoideProcess run = onSlurm(tasks, "--slurm-arg=--partition=none")) {
            run.awaitError("sbatch said: sbatch: error: ");
            assertThat(run.awaitExit()).isEqualTo(3);
        }
        said("sbatch", "--nodes=3", "--job-name=other", "--output=/dev/null", "--wrap=sleep 100");
        try (MoideProcess run = onSlurm(tasks, "--nodes", "2")) {
            run.awaitError("waits: Resources");
            run.interrupt();
            assertThat(run.awaitExit()).isEqualTo(130);
        }
        said("scancel", "--name=other");
        assertNothingIsLeft();
    }

    @Test
    void shouldGoOnInTheSameJobWhenItIsQueuedOnceMore() throws Exception {
        String moide = lab.resolve("moide").toString();
        PacedTasks tasks = PacedTasks.compile(home, 2_000);
        Path script = Files.writeString(lab.resolve("script"), """
                #!/bin/sh
                #SBATCH --nodes=2 --ntasks-per-node=1 --requeue --open-mode=append --job-name=again
                trap 'scontrol requeue "$SLURM_JOB_ID"' USR1
                srun %s run --symmetric --requeue --threads 1 --engine-memory 128m --classpath %s %s &
                while ! wait; do :; done
                """.formatted(moide, tasks.classes(), PacedTasks.NAME));
        Path said = lab.resolve("again.said");
        said("sbatch", "--output=" + said, "--chdir=" + home, script.toString());
        PacedTasks.awaitBegin(home);
        Lapse.of(Duration.ofSeconds(5));
        said("scancel", "--signal=USR1", "--batch", "--name=again");
        Awaitility.await("its result")
                .atMost(Duration.ofMinutes(5))
                .until(() -> Files.exists(said) && Files.readString(said).contains(tasks.result()));
        assertThat(Files.readString(said))
                .containsPattern("moide resume: goes on with [0-9,]+ tasks; the results of [1-9][0-9,]* are there");
        assertNothingIsLeft(home.resolve(".moide/meet"));
    }

    @Test
    void shouldGoOnInAJobOfItsOwnWhenItIsDetachedAlsoWhenThatReachesItsTimeLimit() throws Exception {
        PacedTasks tasks = PacedTasks.compile(home, 1_000);
        String id;
        try (MoideProcess run = onSlurm(tasks, "--nodes", "2", "--detach")) {
            List<String> out = run.awaitSuccess().out();
            assertThat(out).as("%s", run).hasSize(1);
            id = out.get(0);
        }
        try (MoideProcess attach = MoideProcess.start(home, byThisSlurm(), "attach", id)) {
            said("scancel", "--signal=USR1", "--batch", "--name=moide-coordinator-" + id);
            tasks.assertExact(attach); // Slurm lets a job wait for two minutes that is queued once more
            assertThat(attach.err())
                    .anyMatch(line -> line.startsWith("moide resume: goes on with "))
                    .filteredOn(line -> line.contains(" is submitted, for "))
                    .as("its nodes wait for it: %s", attach)
                    .hasSize(2);
        }
        try (MoideProcess runs = MoideProcess.start(home, byThisSlurm(), "runs")) {
            assertThat(runs.awaitSuccess().out()).anyMatch(line -> line.startsWith(id) && line.contains("done after"));
        }
        assertNothingIsLeft();
    }

    @Test
    void shouldEndADetachedRunWhoseCoordinatorWaitsForItsJob() throws Exception {
        PacedTasks tasks = PacedTasks.compile(home, 10);
        said("sbatch", "--nodes=3", "--job-name=other", "--output=/dev/null", "--wrap=sleep 300");
        Awaitility.await("the other job")
                .until(() -> said("squeue", "--noheader", "--states=running").contains("other"));
        try (MoideProcess run = onSlurm(tasks, "--nodes", "2", "--detach")) {
            run.awaitError("is submitted");
            String id;
            try (MoideProcess runs = MoideProcess.start(home, byThisSlurm(), "runs")) {
                String line = runs.awaitSuccess().out().stream()
                        .filter(each -> each.contains("starting"))
                        .findFirst()
                        .orElseThrow(() -> new AssertionError(runs.toString()));
                id = line.split(" ")[0];
            }
            try (MoideProcess stop = MoideProcess.start(home, byThisSlurm(), "stop", id)) {
                stop.awaitSuccess();
            }
            assertThat(run.awaitExit()).isEqualTo(1);
        }
        said("scancel", "--name=other");
        assertNothingIsLeft();
    }

    private MoideProcess onSlurm(PacedTasks tasks, String... options) {
        List<String> words = new ArrayList<>(List.of("run", "--slurm", "--threads", "1", "--engine-memory", "128m"));
        words.addAll(List.of(options));
        words.addAll(List.of("--classpath", tasks.classes().toString(), PacedTasks.NAME));
        return MoideProcess.start(home, byThisSlurm(), words.toArray(String[]::new));
    }

    private List<String> byThisSlurm() {
        return List.of("env", "SLURM_CONF=" + lab.resolve("slurm.conf"));
    }

    private void assertNothingIsLeft() {
        assertNothingIsLeft(home.resolve(".moide/slurm"));
        assertThat(home.resolve(".moide/slurm")).doesNotExist();
    }

    private void assertNothingIsLeft(Path folder) {
        Awaitility.await("no process of MOIDE's, and no job")
                .until(() ->
                        ofThisTest().isEmpty() && said("squeue", "--noheader").isBlank());
        if (Files.exists(folder)) {
            assertThat(folder).isEmptyDirectory();
        }
    }

    /** Returns the JVMs that have this test's home folder. */
    private List<ProcessHandle> ofThisTest() {
        return ProcessHandle.allProcesses()
                .filter(process -> environment(process).contains("HOME=" + home + "\0"))
                .filter(process -> process.info().command().orElse("").endsWith("/java"))
                .toList();
    }

    private static String environment(ProcessHandle process) {
        try {
            return Files.readString(
                    Path.of("/proc", Long.toString(process.pid()), "environ"), StandardCharsets.ISO_8859_1);
        } catch (IOException gone) {
            return "";
        }
    }

    private void start(String daemon, String... words) throws IOException {
        List<String> command = new ArrayList<>(List.of("/usr/sbin/" + daemon));
        command.addAll(List.of(words));
        daemons.add(builder(command)
                .redirectErrorStream(true)
                .redirectOutput(
                        lab.resolve(daemon + "-" + daemons.size() + ".said").toFile())
                .start());
    }

    private Process started(String... words) throws IOException {
        return builder(List.of(words))
                .redirectErrorStream(true)
                .redirectOutput(lab.resolve("said").toFile())
                .start();
    }

    private String said(String... words) throws IOException, InterruptedException {
        Process process = builder(List.of(words)).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as("%s said %s", List.of(words), said).isZero();
        return said;
    }

    private ProcessBuilder builder(List<String> command) {
        ProcessBuilder builder = new ProcessBuilder(command).directory(lab.toFile());
        builder.environment().keySet().removeIf(name -> name.startsWith("SLURM_") || name.startsWith("MOIDE_"));
        builder.environment().put("SLURM_CONF", lab.resolve("slurm.conf").toString());
        builder.environment().put("HOME", home.toString());
        return builder;
    }

    private static int freePort() throws IOException {
        try (ServerSocket any = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return any.getLocalPort();
        }
    }
}
