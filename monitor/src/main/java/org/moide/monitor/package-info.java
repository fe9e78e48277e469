/**
 * The host as one process sees it: its facts, resources and load, as a {@link org.moide.monitor.HostReport}, by which
 * the coordinator ranks hosts.
 *
 * <p>{@code HostMonitor} owns the samples and the smoothed load, under one lock that is held while the host is read.
 * {@code HostMonitorDriver} is the thread, {@code monitor}, that makes it take samples at intervals. Workload is 1 +
 * (runnable work that is not MOIDE's) / processors. {@code HostProbe} is the port to OSHI and {@code /proc}.
 */
@NullMarked
package org.moide.monitor;

import org.jspecify.annotations.NullMarked;
