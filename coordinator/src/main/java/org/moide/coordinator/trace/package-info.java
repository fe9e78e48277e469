/** What a run's threads did, as a file of the Trace Event format, which Perfetto opens; and such a file read again. */
@NullMarked
package org.moide.coordinator.trace;

import org.jspecify.annotations.NullMarked;
