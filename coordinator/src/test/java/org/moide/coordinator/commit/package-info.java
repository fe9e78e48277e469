@NullMarked
package org.moide.coordinator.commit;

import org.jspecify.annotations.NullMarked;
