/**
 * Figures for Prometheus and others that read its text format: of hosts and of a run, and who may read them. A server
 * answers on threads of its own; a run is asked at most once a second, when somebody collects.
 */
@NullMarked
package org.moide.command.metrics;

import org.jspecify.annotations.NullMarked;
