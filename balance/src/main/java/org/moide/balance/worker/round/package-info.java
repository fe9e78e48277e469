/**
 * The rounds that find out that all workers are done, at rest, or have passed a cut: waves from process 0 to all and
 * back.
 *
 * <p>Each process tells what it has sent and received. When two waves in a row find everybody quiet and nothing under
 * way, all is done, or at rest ({@code QuietRounds}); in the second of them no worker begins to move. {@code CutRounds}
 * begins cuts and finds in the same way that nothing is under way any more that belongs before one. Nobody stops for
 * that. Stepped, at process 0, by the thread {@code engine-n-workers}.
 */
@NullMarked
package org.moide.balance.worker.round;

import org.jspecify.annotations.NullMarked;
