/**
 * Motion estimation by block matching, TDC's application (§4.1): tasks that read two frames of a film each. Frames are
 * data objects and immutable; films are read by one thread of the coordinator, or a part by each engine.
 */
@NullMarked
package org.moide.samples.programs.blockmatch;

import org.jspecify.annotations.NullMarked;
