/** What a picture is made of, and the readers of the files that say so (docs/scene-format.md). */
@NullMarked
package org.moide.samples.programs.raytrace.scene;

import org.jspecify.annotations.NullMarked;
