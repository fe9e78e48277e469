@NullMarked
package org.moide.coordinator.checkup;

import org.jspecify.annotations.NullMarked;
