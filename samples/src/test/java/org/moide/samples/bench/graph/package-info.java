/** Tests of graphs of tasks. */
@NullMarked
package org.moide.samples.bench.graph;

import org.jspecify.annotations.NullMarked;
