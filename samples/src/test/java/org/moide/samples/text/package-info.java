@NullMarked
package org.moide.samples.text;

import org.jspecify.annotations.NullMarked;
