package org.moide.coordinator.workload;

import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.moide.balance.workload.DerivedWorkload;
import org.moide.balance.workload.WorkerWorkload;
import org.moide.balance.workload.WorkerWorkloadSpec;
import org.moide.balance.workload.Workload;
import org.moide.balance.workload.WorkloadParameters;
import org.moide.balance.workload.WorkloadSpec;
import org.moide.coordinator.plan.PlanException;

/** A workload as the command line names it. */
public sealed interface WorkloadChoice {
    /** Where it was recorded; null if it was generated. */
    @Nullable
    RecordedOrigin recorded();

    /** A bag of tasks. */
    record OfTasks(Workload workload, @Nullable RecordedOrigin recorded) implements WorkloadChoice {}

    /** Workers, and what they send each other. */
    record OfWorkers(WorkerWorkload workload, @Nullable RecordedOrigin recorded) implements WorkloadChoice {}

    /**
     * Generates or reads.
     *
     * @param words a file that ends in {@code .json}, and parameters behind a colon; or what {@link WorkloadSpec} or
     *     {@link WorkerWorkloadSpec} takes. The parameters of a file with tasks are {@code objects=n} (only the tasks
     *     that read the first n objects), {@code repeat=n} (the same n times, with other objects) and
     *     {@code place=root} or {@code members}
     * @throws PlanException if there is no such workload
     */
    static WorkloadChoice of(String words) {
        try {
            Matcher file = Pattern.compile("(.*\\.json)(?::(.*))?", Pattern.CASE_INSENSITIVE)
                    .matcher(words);
            if (file.matches()) {
                return ofFile(words, file.group(1), file.group(2) == null ? "" : file.group(2));
            }
            if (WorkerWorkloadSpec.isMeant(words)) {
                return new OfWorkers(WorkerWorkloadSpec.make(words), null);
            }
            return new OfTasks(WorkloadSpec.make(words), null);
        } catch (IllegalArgumentException wrong) {
            throw new PlanException(wrong.getMessage() == null ? wrong.toString() : wrong.getMessage(), wrong);
        }
    }

    private static WorkloadChoice ofFile(String words, String file, String settings) {
        WorkloadParameters parameters = new WorkloadParameters(file, settings);
        if (WorkerWorkloadFile.isMeant(Path.of(file))) {
            if (!settings.isEmpty()) {
                throw new IllegalArgumentException(
                        "workload " + file + ": expected no parameters, since it is one of workers, found " + settings);
            }
            RecordedWorkers recorded = WorkerWorkloadFile.read(Path.of(file));
            return new OfWorkers(recorded.workload(words), recorded);
        }
        RecordedWorkload recorded = WorkloadFile.read(Path.of(file));
        boolean atMembers = parameters.atMembers(recorded.data().atMembers());
        int all = recorded.data().ids().length;
        int objects = (int) parameters.whole("objects", all, Math.min(1, all), all);
        int times = (int) parameters.whole("repeat", 1, 1, Workload.MOST_TASKS);
        parameters.requireAllRead();
        Workload workload = recorded.workload(words);
        if (objects < all) {
            workload = DerivedWorkload.ofFirstObjects(workload, objects);
        }
        return new OfTasks(DerivedWorkload.placed(DerivedWorkload.repeated(workload, times), atMembers), recorded);
    }
}
