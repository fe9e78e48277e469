/** Task Bench's graphs of tasks (Slaughter et al., SC 2020), and the smallest tasks that still run with half efficiency. */
@NullMarked
package org.moide.samples.bench.graph;

import org.jspecify.annotations.NullMarked;
