/** Two runs beside each other, for {@code moide compare}. */
@NullMarked
package org.moide.command.compare;

import org.jspecify.annotations.NullMarked;
