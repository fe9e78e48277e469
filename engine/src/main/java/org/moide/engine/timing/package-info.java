/** How long the parts of a run wait for each other (DESIGN §8). */
@NullMarked
package org.moide.engine.timing;

import org.jspecify.annotations.NullMarked;
