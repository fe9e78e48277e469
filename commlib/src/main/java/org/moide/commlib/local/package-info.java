/** Distributed objects of a run that has one process only: nothing listens, nothing is serialized. */
@NullMarked
package org.moide.commlib.local;

import org.jspecify.annotations.NullMarked;
