/**
 * Runs on any host: the information that a host has about its runs, the start of a run on another host, and the search
 * for a run by commands.
 *
 * <p>{@code OwnRuns} answers for this machine, in a daemon or in the command itself. Its knowledge is in the folders of
 * {@code coordinator.folder}, so a killed process loses nothing. {@code Detachment} starts a run on another host.
 * {@code KnownRuns} asks this machine and the named daemons. Threads of the object space or the main thread call the
 * methods, which block while they read files or ask other hosts.
 */
@NullMarked
package org.moide.command.runs;

import org.jspecify.annotations.NullMarked;
