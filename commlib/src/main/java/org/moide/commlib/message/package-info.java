/** Messages between logical IDs: mailboxes, the channels between engines with repeats and credit, and CommLib over them (MOIDE, §3.1.3). */
@NullMarked
package org.moide.commlib.message;

import org.jspecify.annotations.NullMarked;
