/**
 * OSHI behind {@link org.moide.monitor.HostProbe}; the only package that uses it. OSHI sees the machine, while the JDK
 * and the control groups see the container, and both are needed.
 */
@NullMarked
package org.moide.monitor.oshi;

import org.jspecify.annotations.NullMarked;
