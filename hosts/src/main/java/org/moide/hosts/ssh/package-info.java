/**
 * Engine daemons on other hosts by the system's own {@code ssh}: {@code moide up}, {@code moide down}, and runs that
 * start and end their daemons.
 *
 * <p>{@code HostPlan} alone decides what is to be done at a host, from what {@code host.sh} said there.
 * {@code HostsBySsh} works at several hosts at once, on threads {@code hosts-by-ssh-n}. {@code StartedDaemons} owns the
 * files that say what was started and not ended; each is written before its daemon is started, so nothing is forgotten.
 */
@NullMarked
package org.moide.hosts.ssh;

import org.jspecify.annotations.NullMarked;
