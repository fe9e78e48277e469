/**
 * Rooms of flat surfaces for radiosity: how they are read (docs/room-format.md), and what rays meet in them. Rooms and
 * their facets are immutable and used by any thread; {@code Rays} belongs to one.
 */
@NullMarked
package org.moide.samples.programs.radiosity.room;

import org.jspecify.annotations.NullMarked;
