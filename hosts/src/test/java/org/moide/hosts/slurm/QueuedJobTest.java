package org.moide.hosts.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.moide.hosts.slurm.QueuedJob.Phase;

/** Tests the reading of answers that a real {@code squeue} (22.05) has given. */
class QueuedJobTest {
    @Test
    void shouldUnderstandWhatSlurmSaysOfJobs() {
        List<QueuedJob> jobs = QueuedJob.all("""
                17|PENDING|4|INVALID|UNLIMITED|Resources
                18|PENDING|1|30:00|30:00|Priority
                19|RUNNING|1|59:01|1:00:00|None
                20|RUNNING|2|1-23:59:58|2-00:00:00|None
                21|COMPLETING|1|INVALID|1:00|None
                22|TIMEOUT|1|INVALID|1:00|TimeLimit
                23|CANCELLED|1|UNLIMITED|UNLIMITED|None
                24|PENDING|1|1:00|1:00|(ReqNodeNotAvail, UnavailableNodes:n[1-3])
                """);
        assertThat(jobs)
                .containsExactly(
                        new QueuedJob(17, Phase.WAITING, "PENDING", 4, -1, -1, "Resources"),
                        new QueuedJob(18, Phase.WAITING, "PENDING", 1, 1800, 1800, "Priority"),
                        new QueuedJob(19, Phase.RUNNING, "RUNNING", 1, 3541, 3600, "None"),
                        new QueuedJob(20, Phase.RUNNING, "RUNNING", 2, 172_798, 172_800, "None"),
                        new QueuedJob(21, Phase.ENDING, "COMPLETING", 1, -1, 60, "None"),
                        new QueuedJob(22, Phase.OVER, "TIMEOUT", 1, -1, 60, "TimeLimit"),
                        new QueuedJob(23, Phase.OVER, "CANCELLED", 1, -1, -1, "None"),
                        new QueuedJob(
                                24, Phase.WAITING, "PENDING", 1, 60, 60, "(ReqNodeNotAvail, UnavailableNodes:n[1-3])"));
        assertThat(jobs.get(0).words()).isEqualTo("Resources");
        assertThat(jobs.get(5).words()).isEqualTo("TIMEOUT, TimeLimit");
        assertThat(jobs.get(6).isCancelled()).isTrue();
    }

    @Test
    void shouldTakeNothingThatIsOfAnotherForm() {
        assertThat(QueuedJob.all("""
                slurm_load_jobs error: Unable to contact slurm controller
                17|PENDING|1
                1e9|RUNNING|1|1:00|1:00|None
                99999999999999999999|RUNNING|1|1:00|1:00|None
                17|running|1|1:00|1:00|None
                17|RUNNING|-1|1:00|1:00|None
                """)).isEmpty();
        assertThat(QueuedJob.all("17|RUNNING|1|1:00|1:00|" + "x".repeat(10_000)))
                .isEmpty();
        assertThat(QueuedJob.all("17|PENDING|1|1:00|1:00|\u001b[2J").get(0).reason())
                .isEqualTo("?[2J");
        assertThat(QueuedJob.all("17|NEW_STATE|1|1:00|1:00|None").get(0).phase())
                .isEqualTo(Phase.ENDING);
    }
}
