@NullMarked
package org.moide.samples.programs.servers;

import org.jspecify.annotations.NullMarked;
