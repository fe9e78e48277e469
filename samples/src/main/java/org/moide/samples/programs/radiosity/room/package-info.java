/** What radiosity lights: rooms of flat surfaces, how they are read, and what rays meet in them. */
@NullMarked
package org.moide.samples.programs.radiosity.room;

import org.jspecify.annotations.NullMarked;
