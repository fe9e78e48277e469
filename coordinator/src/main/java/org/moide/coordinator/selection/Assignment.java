package org.moide.coordinator.selection;

/**
 * One engine of the run that is to be.
 *
 * @param engine its number
 * @param candidate where it will be
 * @param threads its compute threads
 * @param heapBytes the most that its heap may take
 * @param power its part of its machine's power: what its threads can use while nobody else computes there
 * @param performance its part of its machine's performance: what it can count on beside others' work
 * @param share its performance over that of all engines
 */
public record Assignment(
        int engine, Candidate candidate, int threads, long heapBytes, double power, double performance, double share) {}
