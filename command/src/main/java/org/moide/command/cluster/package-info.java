/**
 * The process of a cluster monitor, and the calls by which commands ask one.
 *
 * <p>The main thread of {@code MonitorProcess} looks each second for hosts that have become silent. The thread of
 * {@code NamedDaemons} asks daemons that do not report by themselves. {@code MonitoredCluster} owns the known hosts.
 */
@NullMarked
package org.moide.command.cluster;

import org.jspecify.annotations.NullMarked;
