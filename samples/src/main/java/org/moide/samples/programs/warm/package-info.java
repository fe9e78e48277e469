/**
 * The untimed steps before measured ones, in samples that are asked to warm up: {@code WarmUp} decides when there have
 * been enough of them, because the JVM's compilers have little left to do. It is used by one thread.
 */
@NullMarked
package org.moide.samples.programs.warm;

import org.jspecify.annotations.NullMarked;
