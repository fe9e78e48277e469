/**
 * A run's report as a single HTML page, which loads no other files. {@code Bounded} first shortens what is too large.
 */
@NullMarked
package org.moide.command.report.html;

import org.jspecify.annotations.NullMarked;
