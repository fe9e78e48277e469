/** Who may come in: the cluster's secret, the handshake that every connection passes before anything else sees it, TLS identities, lifelines and the filters of object streams. */
@NullMarked
package org.moide.commlib.gate;

import org.jspecify.annotations.NullMarked;
