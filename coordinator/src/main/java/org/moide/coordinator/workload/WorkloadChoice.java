package org.moide.coordinator.workload;

import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.moide.balance.workload.BagWorkload;
import org.moide.balance.workload.Workload;
import org.moide.balance.workload.WorkloadParameters;
import org.moide.balance.workload.WorkloadSpec;
import org.moide.coordinator.plan.PlanException;

/**
 * A workload that the command line names.
 *
 * @param recorded the recorded run from which the workload was made; null if the workload was generated
 */
public record WorkloadChoice(Workload workload, @Nullable RecordedWorkload recorded) {
    /**
     * Generates a workload, or reads it from a file.
     *
     * @param words a file that ends in {@code .json}, with parameters after a colon; or a text for
     *     {@link WorkloadSpec}. The parameters of a file with tasks are {@code objects=n} (only the tasks that read the
     *     first n objects), {@code repeat=n} (the tasks n times, each time with other objects) and {@code place=root}
     *     or {@code members}
     * @throws PlanException if the text names no workload
     */
    public static WorkloadChoice of(String words) {
        try {
            Matcher file = Pattern.compile("(.*\\.json)(?::(.*))?", Pattern.CASE_INSENSITIVE)
                    .matcher(words);
            return file.matches()
                    ? ofFile(words, file.group(1), file.group(2) == null ? "" : file.group(2))
                    : new WorkloadChoice(WorkloadSpec.make(words), null);
        } catch (IllegalArgumentException wrong) {
            throw new PlanException(wrong.getMessage() == null ? wrong.toString() : wrong.getMessage(), wrong);
        }
    }

    private static WorkloadChoice ofFile(String words, String file, String settings) {
        WorkloadParameters parameters = new WorkloadParameters(file, settings);
        RecordedWorkload recorded = WorkloadFile.read(Path.of(file));
        if (!(recorded.content() instanceof RecordedTasks tasks)) {
            if (!settings.isEmpty()) {
                throw new IllegalArgumentException(
                        "workload " + file + ": expected no parameters, since it is one of workers, found " + settings);
            }
            return new WorkloadChoice(recorded.content().workload(words), recorded);
        }
        boolean atMembers = parameters.atMembers(tasks.data().atMembers());
        int all = tasks.data().ids().length;
        int objects = (int) parameters.whole("objects", all, Math.min(1, all), all);
        int times = (int) parameters.whole("repeat", 1, 1, Workload.MOST_TASKS);
        parameters.requireAllRead();
        BagWorkload workload = tasks.workload(words);
        if (objects < all) {
            workload = workload.ofFirstObjects(objects);
        }
        return new WorkloadChoice(workload.repeated(times).placed(atMembers), recorded);
    }
}
