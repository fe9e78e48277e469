/**
 * Rooms of flat surfaces for radiosity: reading them (docs/room-format.md), and intersecting rays with them. Rooms and
 * their facets are immutable and used by any thread; a {@code Rays} is used by one.
 */
@NullMarked
package org.moide.samples.programs.radiosity.room;

import org.jspecify.annotations.NullMarked;
