package org.moide.hosts.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the batch script of a job by running it in a shell, with a fake {@code srun}. */
class JobScriptTest {
    @TempDir
    Path lab;

    private JobFolder folder;
    private Path java;

    @BeforeEach
    void begin() throws IOException {
        folder = new JobFolder(lab.resolve("it's a 100% folder"));
        java = Files.createFile(lab.resolve("java"));
        Files.setPosixFilePermissions(java, PosixFilePermissions.fromString("rwx------"));
    }

    private Process job(String srun) throws IOException {
        Path bin = Files.createDirectories(lab.resolve("bin"));
        Path file = Files.writeString(bin.resolve("srun"), "#!/bin/sh\n" + srun);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
        Path script = Files.writeString(
                lab.resolve("script"),
                JobScript.text(folder.path(), List.of(java.toString(), "-cp", "a b:$HOME"), List.of("--plain")));
        ProcessBuilder builder = new ProcessBuilder("sh", script.toString());
        builder.environment().clear();
        builder.environment().putAll(Map.of("PATH", bin + ":/usr/bin:/bin", "SLURM_JOB_ID", "17"));
        return builder.redirectErrorStream(true).start();
    }

    private static String said(Process job) throws IOException, InterruptedException {
        String said = new String(job.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return job.waitFor() + ": " + said;
    }

    @Test
    void shouldStartADaemonOnEachNodeWithTheWordsAsTheyAre() throws Exception {
        folder.make(new SecureRandom());
        folder.come(17, 0, "n", 1, 0);
        Files.writeString(folder.portFile(17, 0), "4711\n");
        folder.tellToEnd(Set.of(17L, 18L));
        assertThat(said(job("for word; do echo \"<$word>\"; done; exit 7\n")))
                .startsWith("7: ")
                .contains(
                        "<" + java + ">\n<-cp>\n<a b:$HOME>\n<engine>\n<--meet>\n<" + folder.path() + ">\n<--plain>\n")
                .contains("<--ntasks-per-node=1>");
        assertThat(folder.look(name -> name).daemons())
                .as("of the job's life before")
                .isEmpty();
        assertThat(folder.look(name -> name).told()).containsExactly(18L);
    }

    @Test
    void shouldTellDaemonsToEndOnSlurmsNoticeAndWaitForThem() throws Exception {
        folder.make(new SecureRandom());
        Path began = lab.resolve("began");
        Path go = lab.resolve("go");
        // The job also ends when the test's folder is removed, so a failed test leaves no process behind.
        Process job = job(": >'" + began + "'\nwhile [ -e '" + began + "' ] && [ ! -e '" + go
                + "' ]; do sleep 0.1; done\nexit 3\n");
        await(() -> Files.exists(began));
        new ProcessBuilder("kill", "-USR1", Long.toString(job.pid())).start().waitFor();
        await(() -> folder.look(name -> name).told().contains(17L));
        assertThat(job.isAlive()).isTrue();
        Files.createFile(go);
        assertThat(said(job)).isEqualTo("3: ");
    }

    private static void await(Callable<Boolean> condition) {
        Awaitility.await().until(condition);
    }

    @Test
    void shouldSayWhatANodeDoesNotHave() throws Exception {
        assertThat(said(job("exit 0\n")))
                .startsWith("66: expected the folder of the run, " + folder.path() + ", found that this node does not");
        folder.make(new SecureRandom());
        Files.delete(java);
        assertThat(said(job("exit 0\n"))).startsWith("67: expected Java in " + java);
    }

    @Test
    void shouldHaveNoSecretInWhatSlurmGets() throws IOException {
        folder.make(new SecureRandom());
        String secret = Files.readString(folder.secretFile()).strip();
        String script = JobScript.text(folder.path(), List.of("/bin/java"), List.of());
        SystemSlurm slurm = new SystemSlurm(
                "moide-x",
                new SlurmSettings(2, 2, 2, List.of("--time=30", "--signal=B:USR1@20", "--job-name=mine")),
                folder.outputPattern(),
                script,
                Map.of(),
                (where, fault) -> {});
        assertThat(script).doesNotContain(secret);
        assertThat(slurm.submission(2))
                .containsExactly(
                        "sbatch",
                        "--signal=B:USR1@60",
                        "--time=30",
                        "--signal=B:USR1@20",
                        "--job-name=mine",
                        "--parsable",
                        "--job-name=moide-x",
                        "--nodes=2",
                        "--ntasks-per-node=1",
                        "--no-requeue",
                        "--export=ALL",
                        "--chdir=/",
                        "--output=" + lab + "/it's a 100%% folder/said-%j");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.path())))
                .isEqualTo("rwx------");
    }

    @Test
    void shouldGiveJobsFewVariables() {
        Map<String, String> kept = SystemSlurm.kept(Map.of(
                "PATH", "/bin",
                "HOME", "/root",
                "SBATCH_ACCOUNT", "physics",
                "SLURM_CONF", "/etc/slurm.conf",
                "SLURM_JOB_ID", "12",
                "AWS_SECRET_ACCESS_KEY", "x",
                "MOIDE_HOSTS", "a",
                "SQUEUE_FORMAT", "%i"));
        assertThat(kept).containsOnlyKeys("PATH", "HOME", "SBATCH_ACCOUNT", "SLURM_CONF");
    }
}
