/**
 * Task Bench's graphs of tasks (Slaughter et al., SC 2020), which show how short tasks may be if half of the time is to
 * be spent in them.
 *
 * <p>Each ID runs its columns of a {@code TaskGraph} step by step, on its own compute thread; a {@code GraphRun} and
 * its {@code Routes} belong to that thread. Every task checks that it has got the inputs that it needs.
 */
@NullMarked
package org.moide.samples.bench.graph;

import org.jspecify.annotations.NullMarked;
