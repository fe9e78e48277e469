/**
 * Runs wherever they are: what a host knows of its runs, how one is handed to a host that coordinates it, and how commands find one
 * again.
 *
 * <p>{@code OwnRuns} answers for this machine, in a daemon or in the command itself; all that it knows lies in the folders of {@code
 * coordinator.folder}, so it has no state that a killed process could lose. {@code Detachment} hands a run over. {@code
 * KnownRuns} asks this machine and the daemons that are named. Methods are called by threads of the object space or by the main
 * thread, and block while they read files or ask others.
 */
@NullMarked
package org.moide.command.runs;

import org.jspecify.annotations.NullMarked;
