/** A child JVM for each engine: how it is started, told what to do, watched and ended (and its own side of that). */
@NullMarked
package org.moide.engine.process;

import org.jspecify.annotations.NullMarked;
