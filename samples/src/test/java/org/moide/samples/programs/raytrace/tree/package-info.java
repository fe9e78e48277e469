/** Tests of the ray tracer's tree. */
@NullMarked
package org.moide.samples.programs.raytrace.tree;

import org.jspecify.annotations.NullMarked;
