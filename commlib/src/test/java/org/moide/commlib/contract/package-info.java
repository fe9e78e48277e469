/** Contracts of CommLib's promises, tested the same way over every path. */
@NullMarked
package org.moide.commlib.contract;

import org.jspecify.annotations.NullMarked;
