/**
 * The words about a run that its user reads: its progress, the table at the end, {@code run.json}.
 *
 * <p>{@code RunReport} is the immutable content of {@code run.json}; {@code RunJson} writes it, {@code ReportReader}
 * reads it again, {@code ReportSchema} publishes its form. {@code Console} is the port to the terminal: any thread,
 * whole lines.
 */
@NullMarked
package org.moide.coordinator.report;

import org.jspecify.annotations.NullMarked;
