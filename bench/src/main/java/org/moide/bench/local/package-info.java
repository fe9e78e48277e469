/** Compares communication between the threads of one engine with the JDK's equivalents. */
@NullMarked
package org.moide.bench.local;

import org.jspecify.annotations.NullMarked;
