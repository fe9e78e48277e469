@NullMarked
package org.moide.samples.programs.ants;

import org.jspecify.annotations.NullMarked;
