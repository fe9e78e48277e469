/** Compares the path within an engine with the JDK's equivalents. */
@NullMarked
package org.moide.bench.local;

import org.jspecify.annotations.NullMarked;
