/**
 * Motion estimation by block matching, TDC's application (§4.1): each task reads two frames of a film. Frames are data
 * objects and immutable. One thread of the coordinator reads the film, or each engine reads a part.
 */
@NullMarked
package org.moide.samples.programs.blockmatch;

import org.jspecify.annotations.NullMarked;
