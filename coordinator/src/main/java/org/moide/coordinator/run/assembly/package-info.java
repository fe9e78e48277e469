/**
 * The engines of a run: where they are and how they are started, in this JVM, in further JVMs on this machine, or by
 * daemons on other hosts.
 *
 * <p>{@code Hosts} finds the usable hosts and starts the engines on the chosen ones. {@code Assembly} does that on all
 * hosts in parallel, on threads {@code coordinator-helper-n}, and ends the engines. An {@code EngineSite} is one place:
 * {@code OwnEngine}, {@code LocalChild}, {@code DaemonEngine}. {@code JarShipping} ships the application's files to
 * daemons that lack them, from daemon to daemon if there are many. With {@code --local-engines} the child JVMs start
 * before the application is loaded and the port is open ({@code EarlyStart}). The lines that engines print come to
 * {@code EngineLines} from {@code LocalChild} or through {@code DaemonConsole}, and go to the {@code RunUser}.
 *
 * <p>{@code Neighbours} records the runs of others on the same hosts, as daemons and run folders report them.
 *
 * <p>{@code Lasting} has what a process keeps for all its runs: packed class folders, leases with daemons, object
 * spaces that runs share, and child JVMs that stay between runs.
 */
@NullMarked
package org.moide.coordinator.run.assembly;

import org.jspecify.annotations.NullMarked;
