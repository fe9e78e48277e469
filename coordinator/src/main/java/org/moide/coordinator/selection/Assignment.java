package org.moide.coordinator.selection;

/**
 * One engine of the run that is to be.
 *
 * @param engine its number
 * @param candidate where it will be
 * @param threads its compute threads
 * @param heapBytes the most that its heap may take
 * @param power its part of its machine's power: what its threads can use
 * @param share its power over the power of all engines
 */
public record Assignment(int engine, Candidate candidate, int threads, long heapBytes, double power, double share) {}
