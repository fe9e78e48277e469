/**
 * Distributed objects between JVMs: RMI behind the gate, and the only package that uses {@code java.rmi}.
 *
 * <p>A process exports one remote object, its switchboard, through which all calls on its objects go. There is no
 * registry, since addresses come with the registration of engines, and there are no stubs, since a reference is a
 * record of addresses, port and node ID. The JDK's server side takes the calls. The calling side is MOIDE's own
 * ({@code JrmpConnection}), because the JDK's has no deadline for a call and reads answers unfiltered. Calls carry
 * only bytes, which {@code wire} decodes when all have arrived. Arrays of numbers from 64 KiB on go past RMI on the
 * same connection, when the receiving side requests them ({@code ArraysBeside}). {@code MeteredSocket} counts a
 * request's bytes and closes a connection that sends more than {@code GateLimits} allow.
 *
 * <p>{@code RmiSpace} owns the port, the connections and the exported objects. Its threads are that of the gate, that
 * of the deadline watch, RMI's accepting thread, and one for each connection that other processes have open to this
 * one. In a process with many runs, each run has a part of one space ({@code SharedSpace}): its exported names end
 * with it, the connections stay.
 */
@NullMarked
package org.moide.commlib.rmi;

import org.jspecify.annotations.NullMarked;
