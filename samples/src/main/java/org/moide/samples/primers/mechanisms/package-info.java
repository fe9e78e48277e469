/**
 * Primers of one screen. Each shows one or two calls of the API that no other sample makes, and prints what these calls
 * did. The page {@code docs/primers.md} lists them, with the output of each.
 */
@NullMarked
package org.moide.samples.primers.mechanisms;

import org.jspecify.annotations.NullMarked;
