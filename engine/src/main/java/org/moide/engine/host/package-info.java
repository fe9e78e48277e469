/**
 * The processes of one host: the engine daemon, which starts and ends engines for runs and loads no class of an
 * application, and the child JVMs of engines, seen from parent and child.
 *
 * <p>{@code HostEngineDaemon} owns the runs that have engines here, under one lock; children are started and ended
 * without it. It tells each run's coordinator which other runs are on the host ({@code DaemonNews.Beside}). The thread
 * {@code daemon-control} steps {@code RunLifelines}; when a run's lifeline has been closed for too long, a thread
 * {@code daemon-end-run} ends the run's engines. Engines that read the user's files have a working folder each
 * ({@code WorkFolders}).
 *
 * <p>An engine has its coordinator's version. If the daemon has another version, it starts the child from jars that the
 * coordinator has sent. So the writer and the reader of an order or control line may have different versions.
 *
 * <p>The parent has a {@code ChildProcess}, with a thread for the child's standard output and one for its standard
 * error; it sends orders on standard input. {@code EngineProcess} runs the child: it reads its order, starts the
 * engine, reports its address, and ends within 2 s after its standard input was closed. {@code RunningTasks} is memory
 * that the parent can read after the child has died; it holds the tasks that the child's threads were running.
 *
 * <p>After an orderly {@code Cease} a child that may stay closes its engine, checks what of the run is left
 * ({@code JvmState}), reports it, and may get the order of another run. {@code EngineKeeper} keeps such children; at a
 * daemon, {@code Leases} has one for each process that holds a lease. The stepped core {@code KeptEngines} decides
 * which children stay.
 */
@NullMarked
package org.moide.engine.host;

import org.jspecify.annotations.NullMarked;
