/**
 * Measures the operations of {@code moide bench comm} in other libraries on the same machine; started by {@code
 * bench/peers.sh}.
 */
@NullMarked
package org.moide.bench.peers;

import org.jspecify.annotations.NullMarked;
