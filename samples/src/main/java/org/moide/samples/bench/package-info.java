/**
 * Applications that measure: {@code CommBench}, inside {@code moide bench comm}, takes the times of CommLib's
 * primitives on the engines of a run; the others measure tasks, data objects, workers and changes of engines for the
 * scripts in {@code bench}. A {@code Stopwatch} belongs to one compute thread; the histograms of all IDs are merged
 * into one.
 */
@NullMarked
package org.moide.samples.bench;

import org.jspecify.annotations.NullMarked;
