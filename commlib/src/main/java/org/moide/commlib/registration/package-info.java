/** Logical IDs, epochs and the table that maps an ID to its engine (MOIDE, §3.1.1, registration mechanism). */
@NullMarked
package org.moide.commlib.registration;

import org.jspecify.annotations.NullMarked;
