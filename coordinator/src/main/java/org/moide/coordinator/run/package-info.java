/**
 * A run from the plan to the exit code; what happens in between is in the packages below.
 *
 * <p>{@code ApplicationRun} belongs to the thread that owns the run: it loads the application, selects hosts, assembles
 * the engines, runs, has its user told, and ends every engine, however it went. {@code RunHome} is the run's folder, its
 * journal and its door; {@code RunWatcher} tells whoever looks on and keeps the run's results, under its own lock. When
 * every task is done and every loan is home, no engine is waited for longer than 2 s.
 */
@NullMarked
package org.moide.coordinator.run;

import org.jspecify.annotations.NullMarked;
