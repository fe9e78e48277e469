/** The measurements of {@code moide bench comm} against others on the same machine; started by {@code bench/peers.sh}. */
@NullMarked
package org.moide.bench.peers;

import org.jspecify.annotations.NullMarked;
