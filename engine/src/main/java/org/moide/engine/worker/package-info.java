/**
 * Runs the workers of one engine: its compute threads handle their tasks, a thread of its own keeps the rounds and the balancing,
 * and batches of messages go to other engines. Which worker is where, and in which order its tasks come, is
 * {@code balance.worker}'s.
 */
@NullMarked
package org.moide.engine.worker;

import org.jspecify.annotations.NullMarked;
