package org.moide.coordinator.selection;

/**
 * An engine that a run is about to start.
 *
 * @param engine the engine's number
 * @param candidate the place where the engine is started
 * @param threads the number of its compute threads
 * @param heapBytes the greatest size of its heap
 * @param power the engine's share of its machine's power: the work per second of its threads if no other program
 *     computes there
 * @param performance the engine's share of its machine's performance: the work per second that its threads do beside
 *     other programs
 * @param share the engine's performance divided by that of all engines together
 */
public record Assignment(
        int engine, Candidate candidate, int threads, long heapBytes, double power, double performance, double share) {}
