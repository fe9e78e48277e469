/**
 * The settings that a command was given, as immutable records that are checked as a whole before anything starts.
 *
 * <p>{@code RunPlan} is the largest: its users need not check it again. {@code ApplicationFinder} and
 * {@code ApplicationClasses} inspect an application's class files before anything runs. The records know nothing of the
 * command line; the classes of options in the command's module create them.
 */
@NullMarked
package org.moide.coordinator.plan;

import org.jspecify.annotations.NullMarked;
