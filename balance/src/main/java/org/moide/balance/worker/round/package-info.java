/** How it is found that all workers are done, at rest, or have passed a cut: waves from process 0 to all and back. */
@NullMarked
package org.moide.balance.worker.round;

import org.jspecify.annotations.NullMarked;
