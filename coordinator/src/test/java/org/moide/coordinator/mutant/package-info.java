@NullMarked
package org.moide.coordinator.mutant;

import org.jspecify.annotations.NullMarked;
