/** The report of an ended run, as immutable records: its identity, and what its engines, threads and workers did. */
@NullMarked
package org.moide.coordinator.report;

import org.jspecify.annotations.NullMarked;
