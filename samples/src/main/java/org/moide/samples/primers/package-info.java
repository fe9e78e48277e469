/** One idea each, on one page. */
@NullMarked
package org.moide.samples.primers;

import org.jspecify.annotations.NullMarked;
