/** Input data for measurements of data objects. */
@NullMarked
package org.moide.bench.data;

import org.jspecify.annotations.NullMarked;
