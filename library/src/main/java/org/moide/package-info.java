/**
 * MOIDE as a library: the artifact {@code org.moide:moide} is the one dependency of an application. It brings all that compiles
 * and runs one.
 *
 * <p>The API are these packages and no others; what their types promise is kept from version to version, as the changelog says:
 *
 * <ul>
 *   <li>{@code org.moide}
 *   <li>{@link org.moide.engine}: what an application is written against
 *   <li>{@link org.moide.commlib}: what its threads say to each other
 *   <li>{@link org.moide.balance.strategy} and {@link org.moide.balance.worker.strategy}: strategies of one's own
 * </ul>
 *
 * <p>Everything else is internal, public or not: it may be gone in the next version.
 */
@NullMarked
package org.moide;

import org.jspecify.annotations.NullMarked;
