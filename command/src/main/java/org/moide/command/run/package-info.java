/**
 * A run as its user sees it: makes the coordinator's run for a command, says its lines on a console, and shows it on a
 * progress line, a page and in a trace; writes its report and keeps it when it has ended. {@link ShownRun} belongs to the
 * thread that runs; the display is told by any thread of the run, and what that changes is guarded where it is shown: in the
 * progress line, the page and the trace.
 */
@NullMarked
package org.moide.command.run;

import org.jspecify.annotations.NullMarked;
