/** Who may come in: the one door of a process, its caller's side, and lifelines. What is said at it is in {@code handshake}. */
@NullMarked
package org.moide.commlib.gate;

import org.jspecify.annotations.NullMarked;
