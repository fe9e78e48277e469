/** What runs from a Java program cost. */
@NullMarked
package org.moide.bench.library;

import org.jspecify.annotations.NullMarked;
