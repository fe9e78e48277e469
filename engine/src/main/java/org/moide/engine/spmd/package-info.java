/**
 * Threads that meet at safe points, and their states: kept here, at a buddy and on disk, and brought back.
 *
 * <p>{@code SpmdThread} is what one compute thread of such an application sees, and that thread's own;
 * {@code SafePoints} are its safe points. All IDs agree, by one maximum over all, how much each engine has sent to
 * each; each thread waits until that has come, and hands over its state with what it has not received. A barrier
 * follows, so nobody sends what belongs to the time after before all have saved. Whether states are kept at all goes
 * round with the maximum: {@code CheckpointPace} asks for it so often that it takes 2% of the time.
 *
 * <p>{@code EpochCheckpoints} puts an engine's part together from those of its compute threads. One thread of
 * {@code CheckpointWriter} keeps it in this engine's {@code CheckpointStore}, gives it to the buddy piece by piece
 * ({@code CheckpointKeeper}) and writes it to disk if asked, while the threads compute on; they wait only if the part
 * before is still being stored. {@code StateFetch} brings the states for the next epoch, on a thread of its own.
 */
@NullMarked
package org.moide.engine.spmd;

import org.jspecify.annotations.NullMarked;
