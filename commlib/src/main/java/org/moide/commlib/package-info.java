/**
 * The communication library: the methods by which an application exchanges data between logical IDs, whatever the path
 * between them (MOIDE, §3.1.3).
 *
 * <p>Each compute thread has its own {@link org.moide.commlib.CommLib}, which no other thread may call. A {@link
 * org.moide.commlib.Slice} is a view of the caller's own array, which avoids copies. Exceptions say what is known of a
 * call without a result: it was not delivered, its outcome is unknown, the peer refused it, or it failed at the peer.
 * The packages below do the work and are not part of the API.
 *
 * <p>Part of MOIDE's API.
 */
@NullMarked
package org.moide.commlib;

import org.jspecify.annotations.NullMarked;
