/**
 * Frames over data connections: the channels of one engine, read by whichever of its threads waits for a message.
 *
 * <p>{@code Channels} owns an engine's channels. A thread that waits looks at them itself, so no message is handed from
 * one thread to another; each channel also has a thread that sleeps until it is rung for, for when nobody looks. An
 * engine tells the other end of each ring whether one of its threads looks (nobody need ring), all sleep (ring), or
 * none waits (ring for requests, not for messages). A {@code Channel} has a lock for reading and one for writing;
 * neither is held while a thread waits.
 *
 * <p>A write to a socket is a system call, so the frames of a stream share one: the first few leave at once each, the
 * next ones together, at the latest after 20 µs if another follows, when a thread of the engine begins to wait, or
 * after 100 µs by the channel's own thread. {@code FrameWriter} says why none stays behind.
 */
@NullMarked
package org.moide.commlib.channel;

import org.jspecify.annotations.NullMarked;
