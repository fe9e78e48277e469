/** What CommLib promises, tested the same way over every path. */
@NullMarked
package org.moide.commlib.local;

import org.jspecify.annotations.NullMarked;
