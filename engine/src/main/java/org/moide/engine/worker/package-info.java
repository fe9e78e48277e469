/**
 * Runs the workers of one engine. Its compute threads handle their tasks, a thread of its own keeps the rounds and the
 * balancing, and batches of messages go to other engines; engines join and leave while the others' workers go on.
 * {@link WorkerThreads} is its door. Which worker is where, and in which order its tasks come, is {@code
 * balance.worker}'s. A worker's state is its cell's, and is handled by one thread at a time.
 */
@NullMarked
package org.moide.engine.worker;

import org.jspecify.annotations.NullMarked;
