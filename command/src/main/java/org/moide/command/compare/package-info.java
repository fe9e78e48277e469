/** Two runs beside each other, for {@code moide compare}: how they differ, as people and as programs read it. Pure. */
@NullMarked
package org.moide.command.compare;

import org.jspecify.annotations.NullMarked;
