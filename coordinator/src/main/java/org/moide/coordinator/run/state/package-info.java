/**
 * The state of a run's core and the words that it talks in: events that it takes, acts that it wants done, its engines
 * and the global pool.
 *
 * <p>{@code Seat} is one engine as the core knows it, {@code Seats} all of them; {@code SeatWatch} decides what closed
 * connections and silence cost an engine, and {@code StallWatch} tells the user when every thread has been in the same
 * wait for a minute, or as long as was asked for. {@code GlobalPool} is the run's own side of the balancing: the root
 * and its books. All is used by the control thread only; events and acts are plain data.
 */
@NullMarked
package org.moide.coordinator.run.state;

import org.jspecify.annotations.NullMarked;
