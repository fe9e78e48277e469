/**
 * The control of a run while it runs: its state, and orders to change its engines.
 *
 * <p>{@code RunControl} is a distributed object that the coordinator exports. A {@code ChangeOrder} is an order of the
 * user or of the run itself; {@code RunStatus} is the state of the run at one moment. Both are immutable.
 */
@NullMarked
package org.moide.coordinator.control;

import org.jspecify.annotations.NullMarked;
