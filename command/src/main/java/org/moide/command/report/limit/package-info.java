/** What limited a run, and what its user can change: rules on the figures of its report. */
@NullMarked
package org.moide.command.report.limit;

import org.jspecify.annotations.NullMarked;
