/**
 * The application's own code of a bag of tasks on the coordinator: the thread that calls it, and what
 * {@code createTasks} sees.
 *
 * <p>{@code ResultsThread}, {@code coordinator-results}, creates the tasks, merges results as they come home and
 * handles the last; it decodes them, too, since the control thread sees bytes. {@code TaskCreation} belongs to it:
 * tasks flow to the engines while more are made, and it waits while many wait for engines.
 */
@NullMarked
package org.moide.coordinator.run.results;

import org.jspecify.annotations.NullMarked;
