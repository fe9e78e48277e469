/** How long a measured loop runs before it counts, in samples that are asked to warm up. */
@NullMarked
package org.moide.samples.programs.warm;

import org.jspecify.annotations.NullMarked;
