/**
 * The flight recorder: it records all inputs of a run's core in their order, in files of limited size that outlive the
 * process.
 *
 * <p>The thread {@code coordinator-recording} converts inputs to bytes and writes them, at most a twentieth of a second
 * later. A disk that fails ends the recording, but not the run. Of the application's data only lengths are recorded,
 * and nothing of its output. The first part is kept, up to 192 MiB before it is deflated to a tenth, and the last two
 * of the later parts.
 */
@NullMarked
package org.moide.coordinator.recording;

import org.jspecify.annotations.NullMarked;
