/**
 * Task Bench's graphs of tasks (Slaughter et al., SC 2020), and the smallest tasks that still run with half efficiency.
 *
 * <p>Each ID runs its columns of a {@code TaskGraph} step by step, on its own compute thread; a {@code GraphRun} and
 * its {@code Routes} belong to that thread. Every task checks that its inputs are those it needs.
 */
@NullMarked
package org.moide.samples.bench.graph;

import org.jspecify.annotations.NullMarked;
