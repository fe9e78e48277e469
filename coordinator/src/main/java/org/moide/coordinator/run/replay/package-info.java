/**
 * Replays recorded runs step by step, and packs the bundle of files with which another person can find out what
 * happened in a run.
 *
 * <p>{@code RunReplay} creates the core again and feeds the recorded events to it. If the core returns another number
 * of acts than in the run, some decision depended on chance or on something that no event tells. {@code RunBundle}
 * contains no data, output or arguments of the application. Not thread-safe.
 */
@NullMarked
package org.moide.coordinator.run.replay;

import org.jspecify.annotations.NullMarked;
