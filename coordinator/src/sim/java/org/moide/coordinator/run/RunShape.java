package org.moide.coordinator.run;

/**
 * What a simulated run begins with.
 *
 * @param work how much there is to do: roots of tasks, or steps
 * @param pace how many times as long each piece of it takes as in most runs
 * @param redistributes whether an SPMD application goes on with any number of IDs
 * @param onDisk whether its states are kept on disk as well
 * @param changes whether its engines change by themselves
 * @param hosted whether engine daemons make its engines
 * @param apart whether engine 0 has a process of its own, and not that of the coordinator
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
    /** Makes the shape of a run whose engine 0 is the coordinator's own. */
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

    /** As another, with so much less. */
    RunShape with(int fewerEngines, int fewerThreads, int lessWork) {
        return new RunShape(
                fewerEngines, fewerThreads, strategy, lessWork, pace, redistributes, onDisk, changes, hosted, apart);
    }
}
