/**
 * The states of waiting threads, as engines report them, and the rule that recognises a deadlock.
 *
 * <p>A compute thread whose condition is false records its wait in its {@code WaitMark}. The engine's control thread
 * checks the marks five times a second. It sends a wait that it has seen twice to the coordinator, with the
 * application's line, the numbers of envelopes sent to and received from each engine, and the number of collectives
 * begun; it sends again only after a change. {@code Deadlock} finds, in the latest state of each engine, threads that
 * wait in vain. It is a pure function, and right whatever the times of the states: arrived envelopes are counted
 * before the waits are checked, and sent envelopes after them. The coordinator calls it only during an SPMD epoch
 * whose engines are not about to change.
 */
@NullMarked
package org.moide.commlib.waiting;

import org.jspecify.annotations.NullMarked;
