/** Small applications that have a bug if their argument is {@code --flaw}. */
@NullMarked
package org.moide.test.planted;

import org.jspecify.annotations.NullMarked;
