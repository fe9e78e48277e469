/**
 * The answers of a run to its user's commands while it runs: who computes, what has changed, and what is to change.
 *
 * <p>{@code RunControl} is the distributed object of the run's door, on loopback, behind a gate that only the owner of
 * the run's folder can pass. A {@code ChangeOrder} is a wish, of the user or of the run itself, and {@code RunStatus}
 * how the run stands at a moment; both are immutable.
 */
@NullMarked
package org.moide.coordinator.control;

import org.jspecify.annotations.NullMarked;
