@NullMarked
package org.moide.classes;

import org.jspecify.annotations.NullMarked;
