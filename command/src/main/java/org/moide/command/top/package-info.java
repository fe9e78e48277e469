/** What {@code moide top} shows and how it answers keys, without a terminal. */
@NullMarked
package org.moide.command.top;

import org.jspecify.annotations.NullMarked;
