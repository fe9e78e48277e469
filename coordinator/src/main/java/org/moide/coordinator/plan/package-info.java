/**
 * The orders that a command was given, as immutable records that are checked as a whole before anything starts.
 *
 * <p>{@code RunPlan} is the largest: it prints itself, and its users need not check again. {@code ApplicationFinder}
 * and {@code ApplicationClasses} look at an application before anything runs, by its class files. The records know
 * nothing of the command line; the classes of options that make them do.
 */
@NullMarked
package org.moide.coordinator.plan;

import org.jspecify.annotations.NullMarked;
