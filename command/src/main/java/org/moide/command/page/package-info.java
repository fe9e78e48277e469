/**
 * The page that shows a run, or a monitor's hosts, in its user's browser while it goes on: a server on loopback, and
 * what the page is told.
 *
 * <p>{@code PageDoor} decides who may see it: a token lets in one browser, once. {@code RunPage} asks the run how it
 * stands once a second, on the thread {@code page-asking}, and only while somebody looks; the run never waits for it.
 * Each browser has a thread that writes and a short queue ({@code PageClient}). {@code Timeline} and {@code Sights} are
 * bounded, whatever engines say.
 */
@NullMarked
package org.moide.command.page;

import org.jspecify.annotations.NullMarked;
