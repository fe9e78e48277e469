/**
 * The state of a run's core, its events and acts, its engines and the global pool.
 *
 * <p>{@code Seat} has the core's knowledge of one engine, {@code Seats} has all engines. {@code SeatWatch} decides
 * whether a closed connection or a silence means a loss, and {@code StallWatch} tells the user when every thread has
 * been in the same wait for a minute, or for as long as the user set. {@code GlobalPool} is the coordinator's side of
 * the load balancing: the root, which lends tasks, and its journalling. The control thread alone uses all of them;
 * events and acts are plain data.
 */
@NullMarked
package org.moide.coordinator.run.state;

import org.jspecify.annotations.NullMarked;
