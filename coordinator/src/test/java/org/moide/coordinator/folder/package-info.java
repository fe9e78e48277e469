@NullMarked
package org.moide.coordinator.folder;

import org.jspecify.annotations.NullMarked;
