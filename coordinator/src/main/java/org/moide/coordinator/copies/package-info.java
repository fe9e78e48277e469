/** Who gives copies of files to whom, where there are many hosts. */
@NullMarked
package org.moide.coordinator.copies;

import org.jspecify.annotations.NullMarked;
