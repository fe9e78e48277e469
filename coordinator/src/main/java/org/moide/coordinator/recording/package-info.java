/**
 * The flight recorder: all that went into a run's core, in its order, in bounded files that outlive the process.
 *
 * <p>A thread, {@code coordinator-recording}, makes bytes of it and writes, a twentieth of a second behind at most; a
 * disk that fails ends the recording and nothing else. Application's bytes are recorded as lengths, and what it says
 * not at all. The beginning is kept, up to 192 MiB before it is deflated to a tenth, and of what follows the last two
 * parts.
 */
@NullMarked
package org.moide.coordinator.recording;

import org.jspecify.annotations.NullMarked;
