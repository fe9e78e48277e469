/**
 * The primitives that all IDs call together, in two levels: the threads of an engine in shared memory first, then one
 * thread for each engine, and back (MOIDE, §3.1.3).
 *
 * <p>{@code Board} holds what an engine's threads have brought; the thread that comes last acts for the engine, so
 * everything runs on compute threads. Between engines the way depends on length and number: recursive doubling, each a
 * part and then the parts, a ring, or trees; {@code Tuning} has the lengths, the same at all engines. The same inputs
 * and the same shape of system give the same bits, whatever the timing. In a group each member takes the place of an
 * engine, so members may have any order. A thread that waits beyond its limit asks the other engines what they are in,
 * and tells all which IDs are missing.
 */
@NullMarked
package org.moide.commlib.collective;

import org.jspecify.annotations.NullMarked;
