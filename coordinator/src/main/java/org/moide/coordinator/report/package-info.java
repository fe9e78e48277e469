/**
 * What happened in a run, as records: which run it was, what its engines, threads and workers did. They are made when it has
 * ended, and are immutable; whoever reads them is above.
 */
@NullMarked
package org.moide.coordinator.report;

import org.jspecify.annotations.NullMarked;
