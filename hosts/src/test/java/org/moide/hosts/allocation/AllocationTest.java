package org.moide.hosts.allocation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.moide.coordinator.plan.HostList.NamedHost;
import org.moide.coordinator.plan.PlanException;
import org.moide.hosts.allocation.Allocation.Node;

class AllocationTest {
    @Test
    void shouldReadWhatSlurmSays() {
        Allocation found = of(Map.of(
                "SLURM_JOB_NODELIST", "rack[1-2]n[08-09],gpu7,n[1,3]x",
                "SLURM_JOB_CPUS_PER_NODE", "72(x4),36,8(x2)",
                "SLURM_CPUS_ON_NODE", "72",
                "SLURM_MEM_PER_NODE", "4096"));

        assertThat(found.system()).isEqualTo("Slurm");
        assertThat(found.nodes())
                .containsExactly(
                        new Node("rack1n08", 72, 4096),
                        new Node("rack1n09", 72, 4096),
                        new Node("rack2n08", 72, 4096),
                        new Node("rack2n09", 72, 4096),
                        new Node("gpu7", 36, 4096),
                        new Node("n1x", 8, 4096),
                        new Node("n3x", 8, 4096));
        assertThat(found.hosts()).startsWith(new NamedHost("rack1n08", 0, 72));
    }

    @Test
    void shouldTakeWhatIsSaidOfThisNodeForAllWhereNothingIsSaidOfEach() {
        assertThat(of(Map.of(
                                "SLURM_JOB_NODELIST", "n[1-2]",
                                "SLURM_CPUS_ON_NODE", "4",
                                "SLURM_MEM_PER_CPU", "2000"))
                        .nodes())
                .containsExactly(new Node("n1", 4, 8000), new Node("n2", 4, 8000));
        assertThat(of(Map.of("SLURM_JOB_NODELIST", "n1")).nodes()).containsExactly(new Node("n1", 0, 0));
    }

    @Test
    void shouldReadWhatPbsAndLsfSay() {
        assertThat(Allocation.of(Map.of("PBS_NODEFILE", "/var/nodes"), file -> "n2\nn1\nn2\n\nn1.lab\n"))
                .isEqualTo(new Allocation(
                        "PBS", List.of(new Node("n2", 2, 0), new Node("n1", 1, 0), new Node("n1.lab", 1, 0))));
        assertThat(of(Map.of("LSB_HOSTS", "n2 n1  n2")).nodes())
                .containsExactly(new Node("n2", 2, 0), new Node("n1", 1, 0));
        assertThat(of(Map.of("LSB_HOSTS", "n2", "LSB_MCPU_HOSTS", "n1 16 n2 8")))
                .isEqualTo(new Allocation("LSF", List.of(new Node("n1", 16, 0), new Node("n2", 8, 0))));
    }

    @Test
    void shouldFindNoJobWhereThereIsNone() {
        assertThat(Allocation.of(Map.of("SLURM_JOB_NODELIST", " ", "HOME", "/home"), file -> "n1"))
                .isNull();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "n[1-|2|SLURM_JOB_NODELIST, column 5: expected the last number of the range, found the end",
                "n[1-3],n2|2(x4)|SLURM_JOB_NODELIST: expected each host once, found n2 again; for more threads there say"
                        + " slots=n, for a second daemon name its port, as in n2:7101",
                "n[1-99999]|2|SLURM_JOB_NODELIST, column 3: expected a range of at most 4096 hosts, found '1-99999]'",
                "n[1-2]|2|SLURM_JOB_CPUS_PER_NODE, column 2: expected numbers of 2 nodes, found 1, then the end",
                "n[1-2]|2(x3)|SLURM_JOB_CPUS_PER_NODE, column 1: expected numbers of 2 nodes and no more, found '2(x3)'",
                "n[1-2]|2(x999999999)|SLURM_JOB_CPUS_PER_NODE, column 1: expected numbers of 2 nodes and no more, found"
                        + " '2(x999999999)'",
                "n[1-2]|2,x|SLURM_JOB_CPUS_PER_NODE, column 3: expected a number such as 72 or 72(x2), found 'x'",
                "n[1-2]|2 2|SLURM_JOB_CPUS_PER_NODE, column 2: expected ',', found ' 2'",
                "n[1-2]|99999999999|SLURM_JOB_CPUS_PER_NODE, column 10: expected ',', found '99'",
            })
    void shouldSayWhereSlurmsWordCannotBeRead(String nodes, String processors, String message) {
        assertThatThrownBy(() -> of(Map.of("SLURM_JOB_NODELIST", nodes, "SLURM_JOB_CPUS_PER_NODE", processors)))
                .isInstanceOf(PlanException.class)
                .hasMessage(message);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "LSB_HOSTS|n1 -oProxyCommand=x|LSB_HOSTS, word 2: expected a host's name, found '-oProxyCommand=x'",
                "LSB_MCPU_HOSTS|n1 2 n2|LSB_MCPU_HOSTS, word 4: expected how many processors, found 'the end'",
                "LSB_MCPU_HOSTS|n1 0|LSB_MCPU_HOSTS, word 2: expected how many processors, found '0'",
                "SLURM_MEM_PER_NODE|4G|SLURM_MEM_PER_NODE, column 1: expected a number, found '4G'",
            })
    void shouldSayWhichWordCannotBeRead(String name, String text, String message) {
        Map<String, String> variables =
                name.startsWith("SLURM") ? Map.of("SLURM_JOB_NODELIST", "n1", name, text) : Map.of(name, text);
        assertThatThrownBy(() -> of(variables))
                .isInstanceOf(PlanException.class)
                .hasMessage(message);
    }

    private static Allocation of(Map<String, String> variables) {
        return Objects.requireNonNull(Allocation.of(variables, file -> {
            throw new AssertionError("no file is named, and " + file + " is read");
        }));
    }
}
