/** How the threads of one engine wait for each other and are released. */
@NullMarked
package org.moide.commlib.local;

import org.jspecify.annotations.NullMarked;
