/** Small applications that have a bug when they are told to: {@code --flaw}. */
@NullMarked
package org.moide.test.planted;

import org.jspecify.annotations.NullMarked;
