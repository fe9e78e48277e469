/** What a run's threads did, as a file of the Trace Event format, which Perfetto opens; and such a file read again. */
@NullMarked
package org.moide.command.trace;

import org.jspecify.annotations.NullMarked;
