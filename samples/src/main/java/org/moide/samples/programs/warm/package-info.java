/**
 * The untimed steps before measured ones, in samples that are asked to warm up: {@code WarmUp} decides when the JVM's
 * compilers have little left to do. It gets the time from its caller, and is used by one thread.
 */
@NullMarked
package org.moide.samples.programs.warm;

import org.jspecify.annotations.NullMarked;
