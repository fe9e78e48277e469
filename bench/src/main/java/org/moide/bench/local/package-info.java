/** The local path beside what the JDK has for the same. */
@NullMarked
package org.moide.bench.local;

import org.jspecify.annotations.NullMarked;
