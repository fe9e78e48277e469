/** Measures calls between two JVMs, compared with raw sockets and rings of the same kind in the same run. */
@NullMarked
package org.moide.bench.rmi;

import org.jspecify.annotations.NullMarked;
