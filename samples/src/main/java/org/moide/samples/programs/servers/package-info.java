/**
 * A key-value store in partitions that move, and its clients: ALDY, §5.2. Partitions and clients are workers, each of
 * which one thread has at a time; a partition insists on the order of what one client says to it.
 */
@NullMarked
package org.moide.samples.programs.servers;

import org.jspecify.annotations.NullMarked;
