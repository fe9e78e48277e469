package org.moide.coordinator.workload;

import java.nio.file.Path;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.moide.balance.workload.Workload;
import org.moide.balance.workload.WorkloadSpec;
import org.moide.coordinator.plan.PlanException;

/**
 * A workload as the command line names it.
 *
 * @param workload what is to be computed
 * @param recorded where it comes from; null if it was generated
 */
public record WorkloadChoice(Workload workload, @Nullable RecordedWorkload recorded) {
    /**
     * Generates or reads.
     *
     * @param words a file that ends in {@code .json}, or what {@link WorkloadSpec} takes
     * @throws PlanException if there is no such workload
     */
    public static WorkloadChoice of(String words) {
        try {
            if (words.toLowerCase(Locale.ROOT).endsWith(".json")) {
                RecordedWorkload recorded = WorkloadFile.read(Path.of(words));
                return new WorkloadChoice(recorded.workload(words), recorded);
            }
            return new WorkloadChoice(WorkloadSpec.make(words), null);
        } catch (IllegalArgumentException wrong) {
            throw new PlanException(wrong.getMessage() == null ? wrong.toString() : wrong.getMessage(), wrong);
        }
    }
}
