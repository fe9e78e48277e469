/** Contracts of CommLib's promises, tested in the same way on every path. */
@NullMarked
package org.moide.commlib.contract;

import org.jspecify.annotations.NullMarked;
