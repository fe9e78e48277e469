/**
 * Ray tracing with autonomous block fetching (MOIDE, §5): every thread fetches one block of the picture after the
 * other. The scene is shared once with each engine and immutable there; {@code Picture} collects the blocks on the
 * coordinator's thread for results.
 */
@NullMarked
package org.moide.samples.programs.raytrace;

import org.jspecify.annotations.NullMarked;
