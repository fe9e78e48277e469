/** Gravitational N-body simulation by the Barnes–Hut method over a distributed tree, in cooperative mode (MOIDE, §4). */
@NullMarked
package org.moide.samples.programs.nbody;

import org.jspecify.annotations.NullMarked;
