/** What the user reads of a run: its progress, the table at the end, {@code run.json}. */
@NullMarked
package org.moide.coordinator.report;

import org.jspecify.annotations.NullMarked;
