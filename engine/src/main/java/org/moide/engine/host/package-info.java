/**
 * The processes of one host: the engine daemon, which makes and ends engines for the runs of others and never loads a
 * class of theirs, and child JVMs, both sides.
 *
 * <p>{@code HostEngineDaemon} owns the runs that have engines here, under one lock; children are started and ended
 * without it. It tells each run's coordinator which others are there ({@code DaemonNews.Beside}). {@code daemon-control} steps
 * {@code RunLifelines}: when a run's lifeline is closed for too long,
 * {@code daemon-end-run} ends its children. Engines that read the user's files start in a folder of their own
 * ({@code WorkFolders}).
 *
 * <p>An engine is of its coordinator's version, whatever the daemon's is: where they differ the child is started from
 * MOIDE's jars that the coordinator has sent. So the order, and what a child says on standard output, may be of another
 * version than who reads it.
 *
 * <p>The parent has a {@code ChildProcess}, with a thread each for the child's standard output and error; orders go by
 * standard input. {@code EngineProcess} is the child's {@code main}: it reads its order, starts the engine, says where
 * it is, and ends within 2 s when its standard input closes, whatever became of the parent. {@code RunningTasks} is
 * memory that the parent can read when the child is dead: it says which tasks its threads were in.
 *
 * <p>After an orderly {@code Cease} a child that may stay closes its engine, looks what is left of the run
 * ({@code JvmState}), says so, and may get the order of another run. {@code EngineKeeper} keeps such children, at a
 * daemon for whoever holds a lease ({@code Leases}); {@code KeptEngines}, stepped, decides which of them stay.
 */
@NullMarked
package org.moide.engine.host;

import org.jspecify.annotations.NullMarked;
