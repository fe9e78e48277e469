/**
 * The words of coordinator and engines to each other, and the ordered, repeated-until-acknowledged way in which they
 * go.
 *
 * <p>{@code EngineCommand} and {@code EngineReport} are the two families; each has a {@code Handler} with a method for
 * each kind, so a kind that nobody handles does not compile. {@code Outbox} is one thread for each peer: it sends
 * postings in order until the peer has them, and {@code PostingOrder} drops repeats at the other end.
 * {@code EventLoop} is the thread of a stepped core, the only one that touches it. {@code Timing} says how long the
 * parts of a run wait for each other, and {@code Backoff} when something is tried again. What very many engines are
 * told at once, and is long, goes down a tree of engines ({@code SpreadCommands}), so that the coordinator sends it to
 * the few at the top only. A seat is a number that no other engine of the run ever has; an {@code EngineNumber} is a
 * place in one registration, a {@code ProcessNumber} what an engine with workers keeps through an epoch.
 */
@NullMarked
package org.moide.engine.control;

import org.jspecify.annotations.NullMarked;
