/**
 * The primitives that all IDs call together. They work on two levels: first the threads of an engine meet in shared
 * memory, then one thread acts for each engine, and the result goes back to the threads (MOIDE, §3.1.3).
 *
 * <p>{@code Board} holds the contributions of an engine's threads. The thread that comes last acts for the engine, so
 * everything runs on compute threads. Between engines, the algorithm depends on the data's length and the number of
 * engines: recursive doubling, parts that are combined separately and then exchanged, a ring, or trees. {@code Tuning}
 * has the lengths, the same at all engines. If all engines are on one host, allReduce and allGather of short data take
 * place in a {@code Hall}, memory that all of them share, without messages. {@code HallDoor} opens it. The same inputs
 * on the same numbers of engines and threads give the same bits, whatever the timing. In a group, each member acts as
 * an engine of its own, so members may have any order. A thread that waits beyond its limit asks the other engines
 * which collective they are in, and tells all engines which IDs are missing.
 */
@NullMarked
package org.moide.commlib.collective;

import org.jspecify.annotations.NullMarked;
