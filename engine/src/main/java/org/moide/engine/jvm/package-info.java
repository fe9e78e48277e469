/** A JVM that outlives the runs in it: what each of them may leave there, and how that is found. */
@NullMarked
package org.moide.engine.jvm;

import org.jspecify.annotations.NullMarked;
