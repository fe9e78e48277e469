/**
 * Threads that meet at safe points, and their checkpoints: a compute thread of an SPMD application, and its states,
 * which are kept here, at a buddy and on disk, and brought back when another epoch goes on from them. Each compute
 * thread owns its {@link SpmdThread}; the threads of an engine meet in {@link EpochCheckpoints}, {@link
 * CheckpointWriter} stores on a thread of its own, and {@link StateFetch} fetches on another.
 */
@NullMarked
package org.moide.engine.spmd;

import org.jspecify.annotations.NullMarked;
