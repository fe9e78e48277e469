/** How the coordinator tells very many engines the same: down a tree of them ({@link org.moide.engine.spread}). */
@NullMarked
package org.moide.coordinator.run.spread;

import org.jspecify.annotations.NullMarked;
