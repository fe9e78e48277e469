/**
 * MOIDE as a library: the artifact {@code org.moide:moide} is the one dependency of an application. It brings all that
 * compiles and runs one.
 *
 * <p>A {@link org.moide.Moide} has one child JVM, which is started with the first run: it coordinates, and the JVMs of
 * local engines are its children. Calls of a {@link org.moide.MoideExecutor} are sent by {@code moide-calls} and their
 * answers heard by {@code moide-child}; what calls the program's code while it is read goes to {@code moide-answers}.
 * With one engine on this machine calls run on threads of this JVM instead.
 *
 * <p>The API are the packages that say so, and no others: this one; {@link org.moide.engine}, which an application is
 * written against; {@link org.moide.commlib}, by which its threads talk to each other;
 * {@link org.moide.balance.strategy} and {@link org.moide.balance.worker.strategy}, for strategies of one's own. What
 * their types promise is kept, or the changelog says what changed. Everything else is internal, though the JVM lets it
 * be called: it may be gone in the next version.
 *
 * <p>Part of MOIDE's API.
 */
@NullMarked
package org.moide;

import org.jspecify.annotations.NullMarked;
