/**
 * Metrics of hosts and runs for Prometheus and others that read its text format, with access control. A server answers
 * on threads of its own; a run is asked at most once a second, and only for a collector.
 */
@NullMarked
package org.moide.command.metrics;

import org.jspecify.annotations.NullMarked;
