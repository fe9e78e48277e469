/**
 * Pictures of the samples that make some, and PNG files read again, without the JDK's desktop module. Writers belong to
 * one thread; {@code Png} and {@code Gif} keep nothing.
 */
@NullMarked
package org.moide.samples.picture;

import org.jspecify.annotations.NullMarked;
