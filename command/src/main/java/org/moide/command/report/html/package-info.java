/** A run's report as a single page, which loads nothing else. {@code Bounded} first shortens what is too large. */
@NullMarked
package org.moide.command.report.html;

import org.jspecify.annotations.NullMarked;
