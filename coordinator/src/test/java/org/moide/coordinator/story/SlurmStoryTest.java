package org.moide.coordinator.story;

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

/** A real Slurm with three nodes on this machine. Needs root, and Debian's slurm-wlm and munge. */
@Tag("full")
@Timeout(300)
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
        // munge trusts no socket below a folder that others may not enter, or may write into.
        Files.setPosixFilePermissions(lab, PosixFilePermissions.fromString("rwxr-xr-x"));
        home = Files.createDirectory(lab.resolve("home"));
        Files.createDirectory(lab.resolve("state"));
        Path key = Files.write(
                lab.resolve("munge.key"), "a key for this test only ".repeat(40).getBytes(StandardCharsets.UTF_8));
        Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-------"));
        String host = InetAddress.getLocalHost().getHostName();
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
        Awaitility.await("munged")
                .atMost(Duration.ofSeconds(20))
                .until(() -> Files.exists(lab.resolve("munge.socket")));
        start("slurmctld", "-D", "-f", configuration.toString());
        for (int node = 1; node <= 3; node++) {
            start("slurmd", "-D", "-N", "n" + node, "-f", configuration.toString());
        }
        Awaitility.await("three idle nodes")
                .atMost(Duration.ofSeconds(60))
                .pollInterval(Duration.ofMillis(500))
                .until(() ->
                        said("sinfo", "-h", "-t", "idle", "-o", "%D").strip().equals("3"));
    }

    @AfterEach
    void stopSlurm() throws InterruptedException {
        for (int i = daemons.size() - 1; i >= 0; i--) {
            daemons.get(i).destroy();
            if (!daemons.get(i).waitFor(10, TimeUnit.SECONDS)) {
                daemons.get(i).destroyForcibly();
            }
        }
    }

    @Test
    void shouldBeOneRunOfAllNodesAndLeaveNothing() throws Exception {
        String said = said(
                "srun",
                "-N3",
                lab.resolve("moide").toString(),
                "run",
                "--symmetric",
                "--engine-memory",
                "256m",
                "uts",
                "--tree",
                "T1");
        assertThat(said).contains("nodes: 4130071").contains("3 engines");
        assertThat(home.resolve(".moide/meet")).isEmptyDirectory();
        assertThat(ofThisTest()).isEmpty();
    }

    @Test
    void shouldEndOnAllNodesWhenItIsCancelled() throws Exception {
        Process step = started(
                "srun",
                "-N3",
                lab.resolve("moide").toString(),
                "run",
                "--symmetric",
                "--engine-memory",
                "256m",
                "uts",
                "--tree",
                "T1XL");
        try {
            Awaitility.await("three engines")
                    .atMost(Duration.ofSeconds(100))
                    .until(() -> ofThisTest().size() == 5); // process 0 has its engine within
            said("scancel", "--name=moide");
            assertThat(step.waitFor(60, TimeUnit.SECONDS)).isTrue();
        } finally {
            step.destroyForcibly();
        }
        Awaitility.await("no process of MOIDE's")
                .atMost(Duration.ofSeconds(60))
                .until(() -> ofThisTest().isEmpty());
        assertThat(home.resolve(".moide/meet")).isEmptyDirectory();
    }

    /** JVMs whose home is this test's. */
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
