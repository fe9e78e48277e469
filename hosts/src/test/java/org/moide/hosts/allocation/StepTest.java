package org.moide.hosts.allocation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.moide.coordinator.plan.PlanException;

class StepTest {
    private final Map<String, String> slurm = new HashMap<>(Map.of(
            "SLURM_PROCID", "2",
            "SLURM_STEP_NUM_TASKS", "5",
            "SLURM_JOB_ID", "4711",
            "SLURM_STEP_ID", "0",
            "SLURM_NODEID", "1",
            "SLURM_NNODES", "3",
            "SLURM_TASKS_PER_NODE", "1,2(x2)",
            "SLURM_CPUS_ON_NODE", "8",
            "SLURM_MEM_PER_NODE", "4000"));

    @Test
    void shouldShareANodesProcessorsAndMemoryAmongTheProcessesThatAreThere() {
        assertThat(Step.of(slurm)).isEqualTo(new Step(2, 5, "slurm-4711.0.0", 4, 2000));
        slurm.put("SLURM_CPUS_PER_TASK", "3");
        slurm.put("SLURM_RESTART_COUNT", "1");
        assertThat(Step.of(slurm)).isEqualTo(new Step(2, 5, "slurm-4711.0.1", 3, 2000));
    }

    @Test
    void shouldTakeTheStepsNodesAndNotTheJobs() {
        slurm.putAll(Map.of("SLURM_STEP_NUM_NODES", "2", "SLURM_STEP_TASKS_PER_NODE", "4,1"));
        assertThat(Step.of(slurm)).isEqualTo(new Step(2, 5, "slurm-4711.0.0", 8, 4000));
    }

    @Test
    void shouldBelieveMpirunBeforeSlurmThatHasStartedIt() {
        slurm.putAll(Map.of(
                "OMPI_COMM_WORLD_RANK", "1", "OMPI_COMM_WORLD_SIZE", "4", "PMIX_NAMESPACE", "prterun-host-12@../1"));
        assertThat(Step.of(slurm)).isEqualTo(new Step(1, 4, "mpi-prterun-host-12-..-1", 0, 0));
        assertThat(Step.of(Map.of("PMI_RANK", "3", "PMI_SIZE", "4"))).isEqualTo(new Step(3, 4, "", 0, 0));
    }

    @Test
    void shouldBeNoneOfSeveralWhereNobodySaysSo() {
        assertThat(Step.of(Map.of("SLURM_JOB_ID", "1", "SLURM_PROCID", "0", "SLURM_NTASKS", "4")))
                .as("a job's script")
                .isNull();
    }

    @Test
    void shouldSayWhatCannotBe() {
        slurm.put("SLURM_PROCID", "5");
        assertThatThrownBy(() -> Step.of(slurm))
                .isInstanceOf(PlanException.class)
                .hasMessage("expected a rank from 0 to 4, found 5");
        slurm.put("SLURM_PROCID", "-1");
        assertThatThrownBy(() -> Step.of(slurm)).hasMessage("SLURM_PROCID, column 1: expected a number, found '-1'");
    }
}
