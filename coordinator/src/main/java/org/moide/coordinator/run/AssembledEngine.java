package org.moide.coordinator.run;

import org.moide.commlib.registration.NodeReference;

/**
 * An engine that is there and waits to be registered.
 *
 * @param number the engine's
 * @param host its host's name, for the user
 * @param power its power, after sharing its machine with others
 * @param threads how many compute threads it will have
 * @param incarnation tells it from an earlier engine of the same number
 * @param node where it is reached
 */
record AssembledEngine(int number, String host, double power, int threads, long incarnation, NodeReference node) {}
