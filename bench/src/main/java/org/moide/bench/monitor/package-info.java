/** Measures the cost of a cluster monitor of hundreds of hosts. */
@NullMarked
package org.moide.bench.monitor;

import org.jspecify.annotations.NullMarked;
