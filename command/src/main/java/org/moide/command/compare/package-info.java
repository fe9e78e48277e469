/** The comparison of two runs for {@code moide compare}, as text and as JSON. Without side effects. */
@NullMarked
package org.moide.command.compare;

import org.jspecify.annotations.NullMarked;
