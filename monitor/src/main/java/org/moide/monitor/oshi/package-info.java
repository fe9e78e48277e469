/** OSHI behind {@link org.moide.monitor.HostProbe}; the only package that sees it. */
@NullMarked
package org.moide.monitor.oshi;

import org.jspecify.annotations.NullMarked;
