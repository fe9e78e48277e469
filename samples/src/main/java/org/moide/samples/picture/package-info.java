/**
 * Pictures that samples write, and PNG files that they read. Writing needs no desktop module of the JDK. Writers are
 * used by one thread; {@code Png} and {@code Gif} keep no state.
 */
@NullMarked
package org.moide.samples.picture;

import org.jspecify.annotations.NullMarked;
