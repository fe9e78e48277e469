/** Litmus tests with real threads: what threads of one JVM hand each other, and how they wait and meet. */
@NullMarked
package org.moide.commlib.litmus;

import org.jspecify.annotations.NullMarked;
