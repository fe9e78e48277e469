/**
 * A key-value store whose partitions may move, and its clients (ALDY, §5.2). Partitions and clients are workers, each
 * used by one thread at a time. A partition checks the order of each client's accesses.
 */
@NullMarked
package org.moide.samples.programs.servers;

import org.jspecify.annotations.NullMarked;
