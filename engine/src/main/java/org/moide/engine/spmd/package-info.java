/**
 * Compute threads of SPMD applications, their safe points and their checkpoints. States are stored in memory, at a
 * buddy and on disk, and fetched when a later epoch starts from them.
 *
 * <p>Each compute thread owns its {@code SpmdThread}. At a safe point ({@code SafePoints}), all IDs agree by a maximum
 * reduction how much each engine has sent to each other. Each thread waits until that much has arrived, and hands over
 * its state with its unreceived messages. A barrier follows, so that no thread sends a later message before all have
 * saved. The same reduction agrees whether states are stored at all: {@code CheckpointPace} limits storing to a
 * fraction of the time, 2% by default.
 *
 * <p>{@code EpochCheckpoints} collects the states of an engine's threads. The thread of {@code CheckpointWriter} keeps
 * them in the {@code CheckpointStore}, sends them to the buddy in pieces ({@code CheckpointKeeper}), and writes them to
 * disk if wanted. The compute threads continue meanwhile; they wait only if the last part is still being stored.
 * {@code StateFetch} fetches states for the next epoch, on its own thread.
 */
@NullMarked
package org.moide.engine.spmd;

import org.jspecify.annotations.NullMarked;
