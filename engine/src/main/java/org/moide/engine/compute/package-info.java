/** Compute threads: what runs an application's code on an engine, and what the application sees of it. */
@NullMarked
package org.moide.engine.compute;

import org.jspecify.annotations.NullMarked;
