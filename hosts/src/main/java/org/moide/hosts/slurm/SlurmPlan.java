package org.moide.hosts.slurm;

import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.moide.coordinator.plan.PlanException;

/**
 * The settings of {@code moide run --slurm}.
 *
 * @param folder the run's folder, which all nodes see; the names of the run's jobs contain its name
 * @param engineWords further options for the jobs' daemons
 */
public record SlurmPlan(SlurmSettings settings, Path folder, List<String> engineWords) {
    /** The form of the names of runs' folders. */
    static final Pattern KEY = Pattern.compile("[0-9a-z]{1,40}");

    public SlurmPlan {
        engineWords = List.copyOf(engineWords);
        folder = folder.toAbsolutePath();
        String name = String.valueOf(folder.getFileName());
        if (!KEY.matcher(name).matches() || folder.toString().chars().anyMatch(Character::isISOControl)) {
            throw new PlanException("--slurm-folder: expected a folder that can be named in a script, found '"
                    + folder.toString().replaceAll("\\p{Cntrl}", "?") + "'");
        }
    }
}
