/**
 * The application's own code of a bag of tasks on the coordinator: the thread that runs it, and the context of
 * {@code createTasks}.
 *
 * <p>{@code ResultsThread}, named {@code coordinator-results}, creates the tasks, decodes and merges results as they
 * arrive, and handles the final result. {@code TaskCreation} is used by that thread: tasks are sent to the engines
 * while the application creates more, and the application waits while many tasks wait for engines.
 */
@NullMarked
package org.moide.coordinator.run.results;

import org.jspecify.annotations.NullMarked;
