/** The report of a run as one page that needs nothing else. */
@NullMarked
package org.moide.command.report.html;

import org.jspecify.annotations.NullMarked;
