package org.moide.hosts.slurm;

import java.util.List;
import java.util.Set;
import org.moide.coordinator.plan.HostList;
import org.moide.coordinator.plan.PlanException;

/**
 * Settings of what a run wants of Slurm.
 *
 * @param nodes how many nodes it begins with
 * @param least how many nodes it has at least; they come and go together
 * @param most how many nodes it has at most
 * @param sbatchWords options of sbatch, such as {@code --time=30}
 */
public record SlurmSettings(int nodes, int least, int most, List<String> sbatchWords) {
    /** Options that would make another kind of job, or that we set ourselves. */
    private static final Set<String> NOT_THOSE =
            Set.of("--array", "--wrap", "--wait", "--parsable", "--test-only", "--nodes", "--ntasks", "--requeue");

    /** Options of this kind in one letter, with a value or without. */
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
     * Returns whether an option may not be given, or is the beginning of such an option, by which sbatch knows it too.
     */
    private static boolean isNone(String option) {
        return option.startsWith("--")
                ? NOT_THOSE.stream().anyMatch(not -> not.startsWith(option))
                : NOR_THOSE.stream().anyMatch(option::startsWith);
    }

    /** Returns whether the number of nodes changes by itself. */
    public boolean isElastic() {
        return most > least;
    }
}
