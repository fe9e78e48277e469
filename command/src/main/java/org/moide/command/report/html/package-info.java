/**
 * A run's report as a single HTML page, which loads no other files. If the report is too large for a page, {@code
 * Bounded} first shortens it.
 */
@NullMarked
package org.moide.command.report.html;

import org.jspecify.annotations.NullMarked;
