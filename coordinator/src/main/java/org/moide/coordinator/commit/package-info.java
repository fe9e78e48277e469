/** What makes a checkpoint on disk one that another coordinator can go on from: written last, when all its states are there. */
@NullMarked
package org.moide.coordinator.commit;

import org.jspecify.annotations.NullMarked;
