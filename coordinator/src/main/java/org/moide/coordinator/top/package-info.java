/** What {@code moide top} shows and how it answers keys, without a terminal. */
@NullMarked
package org.moide.coordinator.top;

import org.jspecify.annotations.NullMarked;
