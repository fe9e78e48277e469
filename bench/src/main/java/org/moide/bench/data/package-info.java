/** What measuring data objects needs. */
@NullMarked
package org.moide.bench.data;

import org.jspecify.annotations.NullMarked;
