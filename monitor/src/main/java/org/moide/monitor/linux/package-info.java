/**
 * Reads Linux's files about itself: {@code /proc}, {@code /sys} and control groups of versions 1 and 2. Each call
 * reads anew, so nothing here has state. An unreadable file sets no limit, or its value is missing.
 */
@NullMarked
package org.moide.monitor.linux;

import org.jspecify.annotations.NullMarked;
