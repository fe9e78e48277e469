/**
 * A run from the plan to the exit code. The packages below do the parts of it.
 *
 * <p>{@code ApplicationRun} belongs to the thread that executes the run: it loads the application, selects hosts,
 * assembles the engines, runs them, has the user told, and ends every engine in any case. {@code RunHome} has the run's
 * folder, its journal and the object that answers commands. {@code RunWatcher} informs the display and collects the
 * run's results under its own lock. When all tasks are done and all loans have returned, the run waits at most 2 s for
 * each engine.
 */
@NullMarked
package org.moide.coordinator.run;

import org.jspecify.annotations.NullMarked;
