/**
 * The waits of an engine's threads as others are told of them, and the rule by which they are a deadlock.
 *
 * <p>A compute thread that finds its condition false leaves word in its {@code WaitMark}. Five times a second the
 * engine's control thread looks; a wait that it sees twice goes to the coordinator, with the application's line, the
 * numbers of envelopes sent to and come from each engine, and of collectives begun, and goes again only when that has
 * changed. {@code Deadlock} finds, from the last state of each engine, threads that wait in vain. It is pure, and right
 * whatever the moments at which engines were looked at, since what had arrived is counted before the waits are looked
 * at, and what was sent after them. The coordinator asks only while an SPMD epoch runs and nobody wants its engines
 * changed.
 */
@NullMarked
package org.moide.commlib.waiting;

import org.jspecify.annotations.NullMarked;
