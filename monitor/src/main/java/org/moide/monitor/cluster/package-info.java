/**
 * The cluster monitor: what hosts say of themselves, who is known, silent, or talks nonsense, and how that is passed
 * on.
 *
 * <p>{@code HostsTable}, stepped, owns what was said of each host; the newest word counts, by the daemon's own clock,
 * and {@code Plausible} says what cannot be. {@code MonitoredCluster} is its distributed object: any thread enters, one
 * lock is held for moments. A {@code Reporter} is the thread of a daemon, or of a monitor below another, that tells one
 * monitor each second; nobody waits for a monitor that is not there.
 */
@NullMarked
package org.moide.monitor.cluster;

import org.jspecify.annotations.NullMarked;
