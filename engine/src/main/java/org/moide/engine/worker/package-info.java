/**
 * The workers of one engine. Its compute threads handle their tasks, a control thread takes part in rounds and
 * balancing, and messages go to other engines in batches. The package {@code balance.worker} decides where a worker is,
 * and the order of its tasks.
 *
 * <p>{@code WorkerThreads} is the package's entry point. {@code WorkerEngine} belongs to one epoch, and all compute
 * threads run it: a thread takes a worker that has tasks, handles some of them, and releases it. A handler that waits
 * for an answer keeps its worker, and a spare thread handles tasks instead of the handler's thread.
 * {@code WorkerControl} is the thread {@code engine-n-workers}. {@code Opening} gives all engines the same plan at the
 * start: the one that {@code begin} declared at ID 0, or the saved one. If a directive refers to hosts or memory, the
 * engines first exchange their hosts ({@code KnownHosts}).
 *
 * <p>An engine joins by a registration with one more row. It tells engine 0 that it listens, and engine 0 adds it
 * between two waves and two cuts ({@code Joining}); rounds, balancing and safe points include it from then on. It
 * begins with an empty table. When an engine leaves, its workers move, it exchanges last messages with all others, and
 * engine 0 removes it between two waves and two cuts ({@code Leaving}). Engine numbers change then and process numbers
 * do not, so messages carry both ({@code Processes}). All threads begin an epoch with its first registration, although
 * a later one may be open already ({@code GrowingComm.first}). Engine 0 itself can leave only by a new epoch, for which
 * all workers come to rest. After a loss all engines restart from the last safe point; if the engines differ then,
 * workers are distributed anew.
 */
@NullMarked
package org.moide.engine.worker;

import org.jspecify.annotations.NullMarked;
