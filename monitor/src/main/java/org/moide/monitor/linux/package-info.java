/**
 * The files in which Linux tells about itself: {@code /proc}, {@code /sys} and control groups of versions 1 and 2. Each
 * call reads anew, so nothing here has a state; what cannot be read limits nothing, or is missing.
 */
@NullMarked
package org.moide.monitor.linux;

import org.jspecify.annotations.NullMarked;
