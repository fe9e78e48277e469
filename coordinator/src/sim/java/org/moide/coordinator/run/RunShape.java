package org.moide.coordinator.run;

/**
 * The parameters of a simulated run.
 *
 * @param work the amount of work: the number of first tasks, or of steps
 * @param pace the factor by which each piece of work takes longer than in most runs
 * @param redistributes whether an SPMD application can continue with another number of IDs
 * @param onDisk whether an SPMD application's states are also saved on disk
 * @param changes whether the run changes its engines by itself
 * @param hosted whether engine daemons start its engines
 * @param apart whether engine 0 has a process of its own and is not in the coordinator's process
 */
public record RunShape(
        int engines,
        int threadsOfEach,
        String strategy,
        int work,
        int pace,
        boolean redistributes,
        boolean onDisk,
        boolean changes,
        boolean hosted,
        boolean apart) {
    /** Creates the parameters of a run whose engine 0 is in the coordinator's process. */
    public RunShape(
            int engines,
            int threadsOfEach,
            String strategy,
            int work,
            int pace,
            boolean redistributes,
            boolean onDisk,
            boolean changes,
            boolean hosted) {
        this(engines, threadsOfEach, strategy, work, pace, redistributes, onDisk, changes, hosted, false);
    }

    /** Returns a copy with fewer engines and threads and less work. */
    RunShape with(int fewerEngines, int fewerThreads, int lessWork) {
        return new RunShape(
                fewerEngines, fewerThreads, strategy, lessWork, pace, redistributes, onDisk, changes, hosted, apart);
    }
}
