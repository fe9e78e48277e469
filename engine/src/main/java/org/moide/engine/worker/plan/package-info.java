/** What all engines must see the same of their workers: as an epoch begins, at a safe point, and when one joins. */
@NullMarked
package org.moide.engine.worker.plan;

import org.jspecify.annotations.NullMarked;
