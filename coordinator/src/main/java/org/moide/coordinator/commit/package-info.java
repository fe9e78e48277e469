/**
 * The commit that makes a checkpoint on disk one from which another coordinator can go on: written last, when all its
 * states are there.
 *
 * <p>A {@code Commit} says what the states have to be (length, SHA-256), of which classes and arguments, the threads
 * and powers of the engines, and how much each ID had said. The last two commits stay; {@code moide resume} goes on
 * from the later that is whole. One thread at a time uses {@code CommittedCheckpoints}, which owns the folder.
 */
@NullMarked
package org.moide.coordinator.commit;

import org.jspecify.annotations.NullMarked;
