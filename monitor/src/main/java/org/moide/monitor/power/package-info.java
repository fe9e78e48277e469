/** Computing power: work per thread-CPU second of a short calibrated kernel. */
@NullMarked
package org.moide.monitor.power;

import org.jspecify.annotations.NullMarked;
