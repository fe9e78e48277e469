/** A key-value store in partitions that move, and its clients: ALDY, §5.2. */
@NullMarked
package org.moide.samples.programs.servers;

import org.jspecify.annotations.NullMarked;
