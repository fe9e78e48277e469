/** Litmus tests with real threads: how threads of one JVM pass data, wait and meet. */
@NullMarked
package org.moide.commlib.litmus;

import org.jspecify.annotations.NullMarked;
