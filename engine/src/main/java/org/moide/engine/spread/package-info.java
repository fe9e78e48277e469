/**
 * What very many engines are told at once, and is long: it goes down a tree of engines, so that the coordinator sends
 * it to the few at the top only (MOIDE, future work: a hierarchy of several levels).
 */
@NullMarked
package org.moide.engine.spread;

import org.jspecify.annotations.NullMarked;
