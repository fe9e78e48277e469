/**
 * The engines of a run, where they are and how they are made: in this JVM, in others on this machine, by daemons
 * elsewhere.
 *
 * <p>{@code Hosts} knows who could compute and has the chosen ones make their engines; {@code Assembly} does it on all
 * hosts at once, on threads {@code coordinator-helper-n}, and ends them again. An {@code EngineSite} is one place:
 * {@code OwnEngine}, {@code LocalChild}, {@code DaemonEngine}. {@code JarShipping} gives daemons what they lack of the
 * application, from daemon to daemon where there are many. With {@code --local-engines} the children are started before
 * the application is loaded and the port is open ({@code EarlyStart}). What engines print comes to {@code EngineLines}, from
 * {@code LocalChild} or by {@code DaemonConsole}, and goes to the {@code RunUser}.
 *
 * <p>{@code Neighbours} keeps the book of others' runs on the same hosts, as daemons and run folders tell of them.
 *
 * <p>{@code Lasting} is what a process has for all of its runs, one after the other and several at once: packed
 * folders, leases with daemons, a space of which each run has a part, and the keeper of children that stay.
 */
@NullMarked
package org.moide.coordinator.run.assembly;

import org.jspecify.annotations.NullMarked;
