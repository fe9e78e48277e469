/**
 * Rooms of flat surfaces for radiosity: reading them (docs/room-format.md), and intersecting rays with them. Rooms and
 * their facets are immutable, and any thread may use them; a {@code Rays} is used by one thread.
 */
@NullMarked
package org.moide.samples.programs.radiosity.room;

import org.jspecify.annotations.NullMarked;
