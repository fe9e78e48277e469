/** Ray tracing with autonomous block fetching (MOIDE, §5). */
@NullMarked
package org.moide.samples.programs.raytrace;

import org.jspecify.annotations.NullMarked;
