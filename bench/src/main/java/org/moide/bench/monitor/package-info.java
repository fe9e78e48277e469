/** What a cluster monitor of hundreds of hosts costs. */
@NullMarked
package org.moide.bench.monitor;

import org.jspecify.annotations.NullMarked;
