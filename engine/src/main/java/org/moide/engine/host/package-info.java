/**
 * The processes of one host. {@link HostEngineDaemon} makes and ends engines for the runs of others, and never loads a
 * class of theirs; each engine is a child JVM ({@code ChildProcess} here, {@link EngineProcess} and {@link ChildMain}
 * inside it), which may be kept from run to run by whoever holds a lease ({@link EngineKeeper}). The daemon's state is
 * its event loop's; each child has a thread for each of its streams.
 */
@NullMarked
package org.moide.engine.host;

import org.jspecify.annotations.NullMarked;
