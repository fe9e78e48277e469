/**
 * The communication library: what an application calls to exchange data between logical IDs, whatever the path between
 * them (MOIDE, §3.1.3).
 *
 * <p>Each compute thread has a {@link org.moide.commlib.CommLib} of its own, which no other thread may call. A
 * {@link org.moide.commlib.Slice} is a view of the caller's own array, so nothing is copied that nobody asked for.
 * Exceptions say what is known of a call that brought no answer: not delivered, outcome unknown, refused, failed there.
 * The packages below do the work and are no part of the API.
 *
 * <p>Part of MOIDE's API.
 */
@NullMarked
package org.moide.commlib;

import org.jspecify.annotations.NullMarked;
