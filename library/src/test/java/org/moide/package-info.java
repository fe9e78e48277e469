@NullMarked
package org.moide;

import org.jspecify.annotations.NullMarked;
