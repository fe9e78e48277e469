package org.moide.hosts.allocation;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.moide.coordinator.plan.HostList;
import org.moide.coordinator.plan.PlanException;

/**
 * This process's part in a step: a set of processes that a batch system or mpirun has started with the same command.
 *
 * @param rank the process's number, from 0 on
 * @param size the number of processes in the step
 * @param key a text that all processes of this step share and no other step has; empty if the starter gives none
 * @param threads the number of processors that the process may use; 0 if unknown
 * @param memoryMib the memory that the process may use, in MiB; 0 if unknown
 */
public record Step(int rank, int size, String key, int threads, long memoryMib) {
    public Step {
        if (size < 1 || size > HostList.MAX_HOSTS) {
            throw new PlanException("expected 1 to " + HostList.MAX_HOSTS + " processes, found " + size);
        }
        if (rank < 0 || rank >= size) {
            throw new PlanException("expected a rank from 0 to " + (size - 1) + ", found " + rank);
        }
    }

    /**
     * Reads the step from environment variables. Variables of mpirun win over Slurm's, because mpirun may start its
     * processes by srun.
     *
     * @return null if the process was not started as part of a step
     * @throws PlanException if a variable cannot be read; the message names it
     */
    public static @Nullable Step of(Map<String, String> variables) {
        if (isSet(variables, "OMPI_COMM_WORLD_RANK")) {
            return new Step(
                    SlurmCounts.one(variables, "OMPI_COMM_WORLD_RANK"),
                    SlurmCounts.one(variables, "OMPI_COMM_WORLD_SIZE"),
                    key("mpi-", variables.getOrDefault("PMIX_NAMESPACE", "")),
                    0,
                    0);
        }
        if (isSet(variables, "PMI_RANK")) {
            return new Step(SlurmCounts.one(variables, "PMI_RANK"), SlurmCounts.one(variables, "PMI_SIZE"), "", 0, 0);
        }
        // A job's script has a rank too, but it is not part of a step.
        if (isSet(variables, "SLURM_PROCID") && isSet(variables, "SLURM_STEP_NUM_TASKS")) {
            return slurm(variables);
        }
        return null;
    }

    private static boolean isSet(Map<String, String> variables, String name) {
        return !variables.getOrDefault(name, "").isBlank();
    }

    private static Step slurm(Map<String, String> variables) {
        int here = tasksHere(variables);
        int ofTask = SlurmCounts.one(variables, "SLURM_CPUS_PER_TASK");
        int ofNode = SlurmCounts.one(variables, "SLURM_CPUS_ON_NODE");
        int memory = SlurmCounts.one(variables, "SLURM_MEM_PER_NODE");
        int threads = ofTask > 0 || ofNode == 0 ? ofTask : Math.max(1, ofNode / here);
        // Slurm keeps a job's number when it queues the job again, so the restart count is part of the key.
        String key = String.join(
                ".",
                variables.getOrDefault("SLURM_JOB_ID", ""),
                variables.getOrDefault("SLURM_STEP_ID", ""),
                variables.getOrDefault("SLURM_RESTART_COUNT", "0"));
        return new Step(
                SlurmCounts.one(variables, "SLURM_PROCID"),
                SlurmCounts.one(variables, "SLURM_STEP_NUM_TASKS"),
                key("slurm-", key),
                threads,
                memory / here);
    }

    /** Returns the number of the step's processes on the node of this process, at least 1. */
    private static int tasksHere(Map<String, String> variables) {
        String name =
                isSet(variables, "SLURM_STEP_TASKS_PER_NODE") ? "SLURM_STEP_TASKS_PER_NODE" : "SLURM_TASKS_PER_NODE";
        int node = SlurmCounts.one(variables, "SLURM_NODEID");
        int nodes = SlurmCounts.one(
                variables, isSet(variables, "SLURM_STEP_NUM_NODES") ? "SLURM_STEP_NUM_NODES" : "SLURM_NNODES");
        if (nodes < 1 || nodes > HostList.MAX_HOSTS || node >= nodes) {
            return 1;
        }
        int[] tasks = SlurmCounts.of(variables, name, nodes);
        return tasks.length == 0 ? 1 : Math.max(1, tasks[node]);
    }

    /**
     * Returns {@code text} with a prefix, in a form that can be part of a folder's name: letters, digits and points
     * stay, and other characters are replaced by hyphens. Returns an empty text if {@code text} is empty.
     *
     * @param before the prefix
     */
    private static String key(String before, String text) {
        String plain = text.replaceAll("[^0-9A-Za-z.]+", "-");
        return plain.isEmpty() ? "" : before + plain.substring(0, Math.min(100, plain.length()));
    }
}
