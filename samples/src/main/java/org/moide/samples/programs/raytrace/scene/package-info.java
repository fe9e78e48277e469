/**
 * Scenes, and the readers of the files that describe them (docs/scene-format.md): our own format, OBJ and MTL. Scenes
 * are immutable and travel once to each host; a reader belongs to one file and one thread.
 */
@NullMarked
package org.moide.samples.programs.raytrace.scene;

import org.jspecify.annotations.NullMarked;
