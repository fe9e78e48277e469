/**
 * The engine processes of one host: the daemon that makes and ends engines for the runs of others, child JVMs, and
 * those that stay from run to run.
 *
 * <p>{@code HostEngineDaemon} owns the runs that have engines here, under one lock, and never loads a class of theirs;
 * children are started and ended without it. {@code daemon-control} steps {@code RunLifelines}: when a run's lifeline
 * is closed for too long, {@code daemon-end-run} ends its children. Engines that read the user's files start in a
 * folder of their own ({@code WorkFolders}).
 *
 * <p>The parent of a child JVM has a {@code ChildProcess}, with a thread each for the child's standard output and
 * error; orders go by standard input. {@code EngineProcess} is the child's side: it reads its order, starts the engine
 * ({@code ChildMain}), says where it is, and ends within 2 s when its standard input closes, whatever became of the
 * parent. {@code RunningTasks} is memory that the parent can read when the child is dead: it says which tasks its
 * threads were in.
 *
 * <p>After an orderly {@code Cease} a child that may stay closes its engine, looks what is left of the run
 * ({@code JvmState}), says so, and may get the order of another run ({@code EngineKeeper}), which then need not start
 * it: at a daemon, of whoever holds a lease ({@code Leases}).
 */
@NullMarked
package org.moide.engine.host;

import org.jspecify.annotations.NullMarked;
