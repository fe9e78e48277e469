/**
 * Runs on any host: what a host knows of its runs, how a run is handed over to a host that coordinates it, and how
 * commands find a run again.
 *
 * <p>{@code OwnRuns} answers for this machine, in a daemon or in the command itself. Its knowledge is in the folders of
 * {@code coordinator.folder}, so a killed process loses nothing. {@code Detachment} hands a run over. {@code KnownRuns}
 * asks this machine and the named daemons. Threads of the object space or the main thread call the methods, which block
 * while they read files or ask other hosts.
 */
@NullMarked
package org.moide.command.runs;

import org.jspecify.annotations.NullMarked;
