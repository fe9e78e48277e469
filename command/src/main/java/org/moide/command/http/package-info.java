/**
 * The little of HTTP that pages and metrics take: GET only, everything bounded and with a deadline (decision 103).
 *
 * <p>{@code HttpServer} has a thread that accepts, one that closes what takes too long, and one for each connection;
 * what is open is guarded by its own lock.
 */
@NullMarked
package org.moide.command.http;

import org.jspecify.annotations.NullMarked;
