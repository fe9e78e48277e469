/**
 * The application's own code of a bag of tasks on the coordinator: the thread that calls it, and what {@code createTasks} sees.
 */
@NullMarked
package org.moide.coordinator.run.results;

import org.jspecify.annotations.NullMarked;
