/**
 * The engine daemon of a host: it makes and ends engines for the runs of others, and never loads a class of theirs.
 *
 * <p>{@code HostEngineDaemon} owns the runs that have engines here, under one lock; children are started and ended
 * without it. {@code daemon-control} steps {@code RunLifelines}: when a run's lifeline is closed for too long,
 * {@code daemon-end-run} ends its children. JVMs whose run has ended in order stay for whoever holds a lease
 * ({@code Leases}): another run of the same program, which then need not start them. Engines that read the user's files
 * start in a folder of their own ({@code WorkFolders}).
 */
@NullMarked
package org.moide.engine.daemon;

import org.jspecify.annotations.NullMarked;
