/** A package without {@code NullMarked}. */
package org.moide.bench.offence.util;
