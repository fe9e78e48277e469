/** How the coordinator tells very many engines the same: down a tree of them ({@link org.moide.engine.control}). */
@NullMarked
package org.moide.coordinator.run.spread;

import org.jspecify.annotations.NullMarked;
