/** What processes with workers say of one that leaves while the others go on. */
@NullMarked
package org.moide.balance.worker.leave;

import org.jspecify.annotations.NullMarked;
