/**
 * {@code moide doctor}: problems of this machine, of others, and of the network between them, with advice.
 *
 * <p>Each check returns {@code Finding}s, which are cut to what a terminal can show, since some come from other
 * machines. A daemon answers for its own machine through {@code CheckedDaemon}, on threads of its space. {@code Doctor}
 * is used by one thread, and asks hosts by threads of its own.
 */
@NullMarked
package org.moide.command.checkup;

import org.jspecify.annotations.NullMarked;
