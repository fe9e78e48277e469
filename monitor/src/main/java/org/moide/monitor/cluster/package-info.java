/**
 * The cluster monitor: the hosts' news of themselves, which hosts are known, silent or implausible, and how news is
 * passed on.
 *
 * <p>{@code HostsTable}, without thread or clock, owns the news of each host. The newest counts, by the daemon's own
 * clock, and {@code Plausible} says which news is implausible. {@code MonitoredCluster} is its distributed object: any
 * thread may call it, and one lock is held briefly. A {@code Reporter} is the thread of a daemon, or of a monitor
 * below another, that reports to one monitor each second; no other thread waits for a monitor that does not answer.
 */
@NullMarked
package org.moide.monitor.cluster;

import org.jspecify.annotations.NullMarked;
