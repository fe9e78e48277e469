/** Numbers read out of long texts: knows no scenes. */
@NullMarked
package org.moide.samples.programs.raytrace.text;

import org.jspecify.annotations.NullMarked;
