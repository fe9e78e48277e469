/** What Linux says about itself in files: {@code /proc} and control groups, versions 1 and 2. */
@NullMarked
package org.moide.monitor.linux;

import org.jspecify.annotations.NullMarked;
