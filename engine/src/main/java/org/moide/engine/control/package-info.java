/**
 * The messages between coordinator and engines, and the ordered way, repeated until acknowledged, in which they go:
 * commands, reports and the values in them, outbox and event loop, the times by which each judges the other, and the
 * tree of engines down which long commands spread.
 *
 * <p>All others of this module may use it, and it uses none of them but {@code loading}. {@code EngineCommand} and
 * {@code EngineReport} are the two families; each has a {@code Handler} with a method for each kind, so a kind that
 * nobody handles does not compile. Messages are immutable. {@code Outbox} is one thread for each peer: it sends
 * postings in order until the peer has them, and {@code PostingOrder} drops repeats at the other end. {@code EventLoop}
 * is the thread of a stepped core, the only one that touches it. {@code SpreadCommands} has a thread that asks the
 * engine above for the rest of a long command, and the coordinator where that does not come.
 *
 * <p>A seat is a number that no other engine of the run ever has; an {@code EngineNumber} is a place in one
 * registration, a {@code ProcessNumber} what an engine with workers keeps through an epoch.
 */
@NullMarked
package org.moide.engine.control;

import org.jspecify.annotations.NullMarked;
