/** What {@code moide bench comm} has measured, as a profile by which collectives choose their ways. */
@NullMarked
package org.moide.command.report.profile;

import org.jspecify.annotations.NullMarked;
