/** What happens inside one process: the barrier of an engine's threads, and distributed objects without a network. */
@NullMarked
package org.moide.commlib.local;

import org.jspecify.annotations.NullMarked;
