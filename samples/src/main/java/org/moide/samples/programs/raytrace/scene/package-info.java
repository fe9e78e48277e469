/**
 * Scenes, and the readers of the files that describe them (docs/scene-format.md): the samples' own format, OBJ and MTL.
 * Scenes are immutable and sent once to each host; a reader is used for one file by one thread.
 */
@NullMarked
package org.moide.samples.programs.raytrace.scene;

import org.jspecify.annotations.NullMarked;
