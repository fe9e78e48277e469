/**
 * The host as one process sees it: what it is, has and does, as a {@link org.moide.monitor.HostReport}, by which the
 * coordinator ranks hosts.
 *
 * <p>{@code HostMonitor} owns the samples and the smoothed load, under one lock that is held while the host is read;
 * {@code HostMonitorDriver} is the thread, {@code monitor}, that has it look at intervals. Workload is 1 + runnable
 * work that is not ours / processors. {@code HostProbe} is the port behind which OSHI and {@code /proc} are.
 */
@NullMarked
package org.moide.monitor;

import org.jspecify.annotations.NullMarked;
