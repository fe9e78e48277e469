/**
 * The primitives that all IDs call together, in two levels: threads of an engine first, then one for each engine
 * (MOIDE, §3.1.3).
 */
@NullMarked
package org.moide.commlib.collective;

import org.jspecify.annotations.NullMarked;
