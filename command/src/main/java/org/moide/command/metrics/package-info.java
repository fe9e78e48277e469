/** Figures for Prometheus and others that read its text format: what is said, and to whom. */
@NullMarked
package org.moide.command.metrics;

import org.jspecify.annotations.NullMarked;
