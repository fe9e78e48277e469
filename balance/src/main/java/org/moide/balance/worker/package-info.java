/**
 * ALDY's virtual workers: their places, the delivery and order of their tasks, and their saved states. There are no
 * threads, clocks or sockets here, and the contents of tasks and states are only bytes or objects that nothing here
 * looks into.
 *
 * <p>A task goes to its worker's {@code Slot} if the worker is on this engine. Otherwise {@code TaskRouter} sends it to
 * the engine where the worker is believed to be ({@code WorkerPlace}, of which the highest version is valid), from
 * where it is forwarded if the worker has moved, or to the {@code Directory} at process 0. A worker moves between two
 * tasks, as bytes together with its queue ({@code WorkerMessage.Arrival}); tasks sent meanwhile wait at its destination
 * ({@code Residents.expect}). Messages from one worker to another stay in order: between engines they are numbered for
 * each pair of workers, the numbers move with the workers, and an early message waits. Declared workers are distributed
 * by power ({@code InitialPlaces}); a worker without a task so far needs no memory anywhere.
 *
 * <p>A {@code Cut} is one process's part of a consistent cut: each worker passes it between two tasks, and its state is
 * saved then. Every message says which cut its sender had passed last. A message from after a cut is held back until
 * its receiver has passed that cut; a message from before a cut that arrives later is saved with the states. A worker
 * that has not passed the cut may get an answer from one that has. Then the cut cannot be used, and the next safe
 * points bring the run to rest. {@code Crew} knows the processes, and lets one leave. Any compute thread may call these
 * classes; {@code Slot}, {@code Residents}, {@code Cut} and {@code Directory} guard themselves with locks.
 */
@NullMarked
package org.moide.balance.worker;

import org.jspecify.annotations.NullMarked;
