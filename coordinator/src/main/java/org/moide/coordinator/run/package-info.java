/** One run from selection to report: assembling the HiCS, lending the global pool's tasks, taking results, ending engines. */
@NullMarked
package org.moide.coordinator.run;

import org.jspecify.annotations.NullMarked;
