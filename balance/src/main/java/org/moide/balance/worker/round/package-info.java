/**
 * The rounds that detect whether all workers are done, at rest, or have passed a cut: waves of messages from process 0
 * to all and back.
 *
 * <p>Each process reports its sent and received messages. If in two consecutive waves all processes are quiet and no
 * message is under way, all workers are done or at rest ({@code QuietRounds}); from the second wave on, no worker
 * begins to move. {@code CutRounds} begins cuts, and detects in the same way that no message from before a cut is under
 * way. Workers continue meanwhile. The thread {@code engine-n-workers} of process 0 calls both classes.
 */
@NullMarked
package org.moide.balance.worker.round;

import org.jspecify.annotations.NullMarked;
