/**
 * Engine daemons on other hosts by the system's own {@code ssh}: {@code moide up}, {@code moide down}, and runs that start
 * and end their daemons. What is to be done at a host is decided by {@link HostPlan} alone, from what {@code host.sh} said there.
 */
@NullMarked
package org.moide.hosts.ssh;

import org.jspecify.annotations.NullMarked;
