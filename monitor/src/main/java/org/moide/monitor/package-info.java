/** What a host is, has and does, as {@link org.moide.monitor.HostReport}: the coordinator ranks hosts by it. */
@NullMarked
package org.moide.monitor;

import org.jspecify.annotations.NullMarked;
