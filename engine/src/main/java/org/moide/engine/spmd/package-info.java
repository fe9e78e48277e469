/**
 * Threads that meet at safe points, and their checkpoints: a compute thread of an SPMD application, and its states,
 * kept here, at a buddy and on disk, and brought back when another epoch goes on from them.
 *
 * <p>Each compute thread owns its {@code SpmdThread}. All IDs agree, by one maximum over all, how much each engine has
 * sent to each; each thread waits until that has come, and hands over its state with what it has not received
 * ({@code SafePoints}). A barrier follows, so nobody sends what belongs to the time after before all have saved.
 * Whether states are kept at all goes round with the maximum: {@code CheckpointPace} asks for it so often that it takes
 * 2% of the time.
 *
 * <p>{@code EpochCheckpoints} puts an engine's part together from those of its compute threads. One thread of
 * {@code CheckpointWriter} keeps it in this engine's {@code CheckpointStore}, gives it to the buddy piece by piece
 * ({@code CheckpointKeeper}) and writes it to disk if asked, while the threads compute on; they wait only if the part
 * before is still being stored. {@code StateFetch} brings the states for the next epoch, on a thread of its own.
 */
@NullMarked
package org.moide.engine.spmd;

import org.jspecify.annotations.NullMarked;
