/** What an engine's threads wait in, as others are told of it, and when that is a deadlock. */
@NullMarked
package org.moide.commlib.waiting;

import org.jspecify.annotations.NullMarked;
