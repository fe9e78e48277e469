package org.moide.hosts.slurm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.moide.coordinator.plan.DaemonAddress;
import org.moide.coordinator.plan.PlanException;

class JobFolderTest {
    @TempDir
    Path above;

    private Path path;
    private JobFolder folder;

    @BeforeEach
    void make() {
        path = above.resolve("k");
        folder = new JobFolder(path);
        folder.make(new SecureRandom());
    }

    @Test
    void shouldFindDaemonsThatListenAndLeaveNothing() throws IOException {
        folder.come(17, 0, "n1", 4, 1000);
        assertThat(folder.look(name -> name).daemons())
                .as("it does not listen yet")
                .isEmpty();
        Files.writeString(folder.portFile(17, 0), "4711\n");
        Files.writeString(folder.portFile(18, 0), "4712\n");
        assertThat(folder.look(name -> name + ".lab").daemons())
                .containsExactly(new JobDaemon(17, new DaemonAddress("n1.lab", 4711, 4), 1000));
        folder.tellToEnd(Set.of(17L));
        assertThat(folder.look(name -> name).told()).containsExactly(17L);
        folder.leave(17, 0);
        assertThat(folder.look(name -> name).daemons()).isEmpty();
        Files.writeString(path.resolve("said-17"), "x");
        folder.remove();
        assertThat(path).doesNotExist();
    }

    @Test
    void shouldTakeNothingThatHasNotTheRightForm() throws IOException {
        Files.writeString(folder.portFile(17, 0), "70000\n");
        Files.writeString(path.resolve("place-17-0"), "n1 4 0\n");
        assertThatThrownBy(() -> folder.look(name -> name))
                .isInstanceOf(PlanException.class)
                .hasMessageContaining("port-17-0: expected a port, found 70000");
        Files.writeString(path.resolve("place-17-0"), "-oProxyCommand=x 4 0\n");
        assertThatThrownBy(() -> folder.look(name -> name))
                .isInstanceOf(PlanException.class)
                .hasMessageContaining("place-17-0: expected what 'moide engine --meet' writes");
    }

    @Test
    void shouldSayWhatAJobSaidLast() throws IOException {
        assertThat(folder.lastWords(17)).isNull();
        Files.writeString(path.resolve("said-17"), "begin\nsrun: error: \u001b[31mn1\n\n");
        assertThat(folder.lastWords(17)).isEqualTo("srun: error:  [31mn1");
        Files.writeString(path.resolve("said-18"), "");
        assertThat(folder.lastWords(18)).isEmpty();
    }
}
