/** Helpers that run programs on real threads in tests. */
@NullMarked
package org.moide.samples.programs;

import org.jspecify.annotations.NullMarked;
