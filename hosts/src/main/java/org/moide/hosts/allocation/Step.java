package org.moide.hosts.allocation;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.moide.coordinator.plan.HostList;
import org.moide.coordinator.plan.PlanException;

/**
 * One of several processes that a batch system or mpirun has started alike.
 *
 * @param rank the process's number, from 0 on
 * @param size how many processes there are
 * @param key a text that is the same in all of them and in no others; empty if the starter gives none
 * @param threads how many processors the process has; 0 if that is not said
 * @param memoryMib how much memory the process has; 0 if that is not said
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
     * Returns this process's place in its step. Where mpirun starts processes by srun, mpirun's word counts.
     *
     * @return null if nobody has started it as one of several
     * @throws PlanException naming the variable, if it cannot be read
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
        // A job's script has a rank too, but no others beside it.
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
        // A job that is queued once more keeps its number.
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

    /** Returns how many processes of the step are on this node: 1 at least. */
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

    /** Returns a name for a folder. */
    private static String key(String before, String text) {
        String plain = text.replaceAll("[^0-9A-Za-z.]+", "-");
        return plain.isEmpty() ? "" : before + plain.substring(0, Math.min(100, plain.length()));
    }
}
