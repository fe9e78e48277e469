package org.moide.engine.worker;

/**
 * What an engine's workers have done since the epoch began.
 *
 * @param busyNanos of all its threads
 */
record LocalFigures(long handledTasks, long busyNanos) {}
