/**
 * ALDY's virtual workers: where each is, how tasks find it, in which order they are handled, and what is kept of it. No
 * thread, no clock, no socket; tasks and states are opaque here.
 *
 * <p>A task goes to its worker's {@code Slot}, if that is here; else {@code TaskRouter} sends it to where the worker is
 * believed to be ({@code WorkerPlace}, of which the higher version wins), on from there, or to the {@code Directory} at
 * process 0. A worker moves between two tasks as bytes with its queue ({@code WorkerMessage.Arrival}); what is sent to
 * it meanwhile waits where it goes ({@code Residents.expect}). What one worker sends to one other keeps its order: what
 * crosses engines is numbered by pair, the numbers travel with the workers, and what comes early waits. Declared
 * workers are dealt by power ({@code InitialPlaces}); one that has had no task takes no memory anywhere.
 *
 * <p>A {@code Cut} is one process's part of a consistent cut: each worker passes it between two tasks, and its state is
 * kept then. Every message says which cuts its sender had passed; what comes too early is held back, what comes too
 * late is kept beside the states. A worker that has not passed the cut may get an answer from one that has; then the
 * cut cannot be used, and the next safe points are found by rest. {@code Crew} knows which processes there are, and
 * lets one leave. Any compute thread enters; {@code Slot}, {@code Residents}, {@code Cut} and {@code Directory} have a
 * lock each.
 */
@NullMarked
package org.moide.balance.worker;

import org.jspecify.annotations.NullMarked;
