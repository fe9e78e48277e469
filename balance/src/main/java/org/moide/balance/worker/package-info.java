/**
 * ALDY's virtual workers: their places, the delivery and order of their tasks, and their saved states. There are no
 * threads, clocks or sockets here; tasks and states are opaque.
 *
 * <p>A task goes to its worker's {@code Slot} if that is here. Otherwise {@code TaskRouter} sends it to the worker's
 * believed place ({@code WorkerPlace}, whose highest version is valid), from where it is forwarded, or to the
 * {@code Directory} at process 0. A worker moves between two tasks, as bytes together with its queue ({@code
 * WorkerMessage.Arrival}); tasks sent meanwhile wait at its destination ({@code Residents.expect}). Messages from one
 * worker to another stay in order: between engines they are numbered by pair, the numbers move with the workers, and an
 * early message waits. Declared workers are distributed by power ({@code InitialPlaces}); one without a task so far
 * needs no memory anywhere.
 *
 * <p>A {@code Cut} is one process's part of a consistent cut: each worker passes it between two tasks, and its state is
 * saved then. Every message says which cuts its sender had passed; an early one is held back, a late one is saved
 * beside the states. A worker that has not passed the cut may get an answer from one that has. Then the cut cannot be
 * used, and the next safe points bring the run to rest. {@code Crew} knows the processes, and lets one leave. Any
 * compute thread enters; {@code Slot}, {@code Residents}, {@code Cut} and {@code Directory} have one lock each.
 */
@NullMarked
package org.moide.balance.worker;

import org.jspecify.annotations.NullMarked;
