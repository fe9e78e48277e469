/**
 * The process of a cluster monitor, and what commands ask it.
 *
 * <p>The main thread of {@code MonitorProcess} looks each second who has become silent. {@code NamedDaemons} is the
 * thread that asks daemons which do not report by themselves. The hosts that are known belong to
 * {@code MonitoredCluster}.
 */
@NullMarked
package org.moide.command.cluster;

import org.jspecify.annotations.NullMarked;
