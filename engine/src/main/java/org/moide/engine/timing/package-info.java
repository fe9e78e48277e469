/** How long the parts of a run wait for each other. */
@NullMarked
package org.moide.engine.timing;

import org.jspecify.annotations.NullMarked;
