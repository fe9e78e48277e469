/** Tests of the benchmark that runs graphs of tasks. */
@NullMarked
package org.moide.samples.bench.graph;

import org.jspecify.annotations.NullMarked;
