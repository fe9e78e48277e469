/**
 * The control messages between the coordinator and engines, and their ordered, acknowledged delivery. It contains
 * commands, reports and their values, the outbox, the event loop, time limits, and the tree of engines through which
 * long commands spread.
 *
 * <p>All other packages of this module may use it; it uses only {@code loading} of them. {@code EngineCommand} and
 * {@code EngineReport} are the two families of messages. Each has a {@code Handler} with a method for each kind, so
 * that the compiler finds a kind without a handler. Messages are immutable. {@code Outbox} has a thread for one peer,
 * which repeats each posting until it is acknowledged; the receiver's {@code PostingOrder} drops repeats.
 * {@code EventLoop} is the only thread that runs a stepped core. {@code SpreadCommands} has a thread that fetches the
 * rest of a long command from the parent in the tree, or else from the coordinator.
 *
 * <p>A seat is an engine's number in the whole run and never reused. An {@code EngineNumber} is its index in one
 * registration. A {@code ProcessNumber} is its number in a worker application, valid through an epoch.
 */
@NullMarked
package org.moide.engine.control;

import org.jspecify.annotations.NullMarked;
