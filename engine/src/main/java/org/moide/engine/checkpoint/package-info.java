/** The state of an SPMD application at its safe points: kept here, at a buddy and on disk, and brought back. */
@NullMarked
package org.moide.engine.checkpoint;

import org.jspecify.annotations.NullMarked;
