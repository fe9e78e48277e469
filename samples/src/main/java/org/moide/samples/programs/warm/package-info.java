/**
 * The untimed steps before measured ones, in samples that are asked to warm up: {@code WarmUp} decides when the JVM's
 * compilers have little left to do. It is told the time, and belongs to one thread.
 */
@NullMarked
package org.moide.samples.programs.warm;

import org.jspecify.annotations.NullMarked;
