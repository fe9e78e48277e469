package org.moide.hosts.slurm;

import java.util.List;
import java.util.Set;
import org.moide.coordinator.plan.HostList;
import org.moide.coordinator.plan.PlanException;

/**
 * The user's wishes for a run's Slurm jobs.
 *
 * @param nodes the number of nodes at the start
 * @param least the minimum number of nodes; these form one job
 * @param most the maximum number of nodes
 * @param sbatchWords options for sbatch, such as {@code --time=30}
 */
public record SlurmSettings(int nodes, int least, int most, List<String> sbatchWords) {
    /**
     * The options of sbatch that are not allowed, either because they would make another kind of job or because MOIDE
     * sets them.
     */
    private static final Set<String> NOT_THOSE =
            Set.of("--array", "--wrap", "--wait", "--parsable", "--test-only", "--nodes", "--ntasks", "--requeue");

    /** The one-letter forms of options in {@link #NOT_THOSE}. */
    private static final Set<String> NOR_THOSE = Set.of("-a", "-W", "-N", "-n");

    public SlurmSettings {
        sbatchWords = List.copyOf(sbatchWords);
        if (nodes < 1 || nodes > HostList.MAX_HOSTS) {
            throw new PlanException("--nodes: expected 1 to " + HostList.MAX_HOSTS + ", found " + nodes);
        }
        if (least < 1 || nodes < least || most < nodes) {
            throw new PlanException("--nodes " + nodes + ": expected " + least + " to " + most
                    + " to begin with, as --elastic " + least + ":" + most + " says");
        }
        for (String word : sbatchWords) {
            String option = word.contains("=") ? word.substring(0, word.indexOf('=')) : word;
            boolean isOption = word.startsWith("-") && word.chars().noneMatch(Character::isISOControl);
            if (!isOption || isNone(option)) {
                throw new PlanException(
                        "--slurm-arg: expected an option of sbatch in one word that says what a node must"
                                + " be, such as --slurm-arg=--partition=long, found '"
                                + word.replaceAll("\\p{Cntrl}", "?")
                                + "'");
            }
        }
    }

    /**
     * Returns whether this option is not allowed. An abbreviation counts like the whole option, as it does for sbatch.
     */
    private static boolean isNone(String option) {
        return option.startsWith("--")
                ? NOT_THOSE.stream().anyMatch(not -> not.startsWith(option))
                : NOR_THOSE.stream().anyMatch(option::startsWith);
    }

    /** Returns whether the number of nodes follows the run's load. */
    public boolean isElastic() {
        return most > least;
    }
}
