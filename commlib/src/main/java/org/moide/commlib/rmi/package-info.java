/**
 * Distributed objects between JVMs: RMI behind the gate, and the only package that knows {@code java.rmi}.
 *
 * <p>A process exports one remote object, its switchboard, through which all calls on its objects go: there is no
 * registry, since addresses come with the registration of engines, and no stubs, since a reference is a record of
 * addresses, port and node ID. The JDK's server side takes the calls; the calling side is ours
 * ({@code JrmpConnection}), because the JDK's has no deadline for a call and reads answers unfiltered. Calls carry
 * bytes and nothing else, which {@code wire} makes values of when all have come. Arrays of numbers from 64 KiB on go
 * past RMI on the same connection, when the other side asks for them ({@code ArraysBeside}). {@code MeteredSocket} counts a
 * request's bytes and closes a connection that sends more than {@code GateLimits} allow.
 *
 * <p>{@code RmiSpace} owns the port, the connections and the exported objects; threads are the gate's, the watch's,
 * RMI's accepting one, and one for each connection that others have open to this process. In a process with many runs
 * each has a part of one space ({@code SharedSpace}): what it exported goes with it, the connections stay.
 */
@NullMarked
package org.moide.commlib.rmi;

import org.jspecify.annotations.NullMarked;
