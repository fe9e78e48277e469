/**
 * Frames over data connections. The channels of one engine carry them, and each thread of the engine that waits for a
 * message reads the channels.
 *
 * <p>{@code Channels} owns an engine's channels. A thread that waits polls them itself, so no message passes from one
 * thread to another. Each channel also has its own thread, which sleeps until the peer rings and reads when no other
 * thread polls. An engine announces to its peers over rings whether one of its threads polls (peers need not ring), all
 * sleep (peers ring), or none waits (peers ring for requests, not for messages). A {@code Channel} has a lock for
 * reading and one for writing; no thread waits with one of them held.
 *
 * <p>A write to a socket is a system call, so the frames of a stream share one. The first few frames are sent at once.
 * Later ones are sent together: at the latest after 20 µs if another frame follows, when a thread of the engine begins
 * to wait, or after 100 µs by the channel's own thread. {@code FrameWriter} says why no frame stays unsent.
 */
@NullMarked
package org.moide.commlib.channel;

import org.jspecify.annotations.NullMarked;
