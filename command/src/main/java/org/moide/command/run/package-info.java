/**
 * A run as its user sees it. It creates the coordinator's run for a command, prints its lines, shows it on a progress
 * line, a page and in a trace, and at its end writes its report and stores it. {@link ShownRun} is used by the thread
 * that executes the run; any thread of the run calls the display, whose progress line, page and trace have locks of
 * their own.
 */
@NullMarked
package org.moide.command.run;

import org.jspecify.annotations.NullMarked;
