/** What carries calls between JVMs: sockets that poll before they block, and rings of shared memory within one host. */
@NullMarked
package org.moide.commlib.carrier;

import org.jspecify.annotations.NullMarked;
