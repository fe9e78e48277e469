/**
 * What the two ends of a connection say to each other at the gate before anything else: hello, challenge, proof, admission.
 * Messages as plain data, and the caller's side.
 */
@NullMarked
package org.moide.commlib.handshake;

import org.jspecify.annotations.NullMarked;
