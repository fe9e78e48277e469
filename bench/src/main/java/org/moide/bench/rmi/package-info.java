/** What calls between two JVMs cost, beside raw sockets and rings of the same kind in the same run. */
@NullMarked
package org.moide.bench.rmi;

import org.jspecify.annotations.NullMarked;
