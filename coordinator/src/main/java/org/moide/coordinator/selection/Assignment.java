package org.moide.coordinator.selection;

/**
 * An engine of a run that is about to begin.
 *
 * @param engine the engine's number
 * @param candidate the place where it will be
 * @param threads its compute threads
 * @param heapBytes the most that its heap may take
 * @param power its part of its machine's power: what its threads can use while nobody else computes there
 * @param performance its part of its machine's performance: what it can count on beside others' work
 * @param share its performance over that of all engines
 */
public record Assignment(
        int engine, Candidate candidate, int threads, long heapBytes, double power, double performance, double share) {}
