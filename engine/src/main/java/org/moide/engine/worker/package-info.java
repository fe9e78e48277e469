/**
 * The workers of one engine: its compute threads handle their tasks, a thread of its own keeps the rounds and the
 * balancing, and batches of messages go to other engines. Which worker is where, and in which order its tasks come, is
 * {@code balance.worker}'s.
 *
 * <p>{@code WorkerThreads} is its door. {@code WorkerEngine} belongs to one epoch, and all compute threads run it: one
 * thread takes a worker with tasks, handles some, lets it go. A handler that waits for an answer keeps its worker, and
 * a spare thread handles tasks in place of its own. {@code WorkerControl} is the thread {@code engine-n-workers}.
 * {@code Opening} has all engines begin with the same: what {@code begin} said at ID 0, or what was saved; if a
 * directive asks for hosts or memory, engines first tell each other where they are ({@code KnownHosts}).
 *
 * <p>An engine that joins is registered by a registration that is one row longer; it says to engine 0 that it listens,
 * and is taken in between two waves and two cuts ({@code Joining}): from there on rounds, balancing and safe points
 * count it. It begins with an empty table. One that leaves hands over what would begin there, its workers move, all say
 * their last word to it and it to them ({@code Leaving}), and engine 0 counts it no more between two waves and two
 * cuts. Places in registrations move up then and numbers of processes do not, so both are told ({@code Processes}). All
 * threads begin an epoch by its own registration, though a later one may be open by then ({@code GrowingComm.first}).
 * Engine 0 itself leaves by an epoch, for which all come to rest. After a loss all go on from the last safe point; with
 * other engines than before, workers are dealt anew.
 */
@NullMarked
package org.moide.engine.worker;

import org.jspecify.annotations.NullMarked;
