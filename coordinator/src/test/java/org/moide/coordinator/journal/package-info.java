@NullMarked
package org.moide.coordinator.journal;

import org.jspecify.annotations.NullMarked;
