/**
 * A small HTTP server for pages and metrics: GET only, with limits of size and time (decision 103).
 *
 * <p>{@code HttpServer} has a thread that accepts, one that closes connections at their time limit, and one for each
 * connection; its own lock guards the open connections.
 */
@NullMarked
package org.moide.command.http;

import org.jspecify.annotations.NullMarked;
