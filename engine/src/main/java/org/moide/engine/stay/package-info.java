/** Engines' JVMs that stay: kept when their run has ended in order, and given the order of another. */
@NullMarked
package org.moide.engine.stay;

import org.jspecify.annotations.NullMarked;
