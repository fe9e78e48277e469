/**
 * The commit of checkpoints on disk: a file that is written last, when all states of a checkpoint are there. Another
 * coordinator can resume from a committed checkpoint.
 *
 * <p>A {@code Commit} names the states (length, SHA-256), the classes and arguments, the engines' threads and powers,
 * and how much each ID had reported. The last two committed checkpoints are kept; {@code moide resume} uses the later
 * one if it is undamaged. {@code CommittedCheckpoints} owns the folder and is not thread-safe.
 */
@NullMarked
package org.moide.coordinator.commit;

import org.jspecify.annotations.NullMarked;
