/**
 * Starts and ends engine daemons on other hosts by the system's {@code ssh}, for {@code moide up}, {@code moide down},
 * and runs that start their own daemons.
 *
 * <p>{@code HostPlan} alone decides what a host needs, from the facts that {@code host.sh} reports. {@code HostsBySsh}
 * works at several hosts at once, on threads {@code hosts-by-ssh-n}. {@code StartedDaemons} owns a file for each daemon
 * that was started and not ended. The file is written before the daemon is started.
 */
@NullMarked
package org.moide.hosts.ssh;

import org.jspecify.annotations.NullMarked;
