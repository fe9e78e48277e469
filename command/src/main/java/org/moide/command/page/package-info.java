/**
 * The page that shows a run, or a monitor's hosts, in its user's browser while it is under way: a server on loopback,
 * and the data for the page.
 *
 * <p>{@code PageDoor} controls access: a token admits one browser, once. {@code RunPage} asks for the run's status once
 * a second, on the thread {@code page-asking}, and only while a browser shows the page; the run never waits for it.
 * Each browser has a thread that writes and a short queue ({@code PageClient}). {@code Timeline} and {@code Sights}
 * limit their size, whatever engines report.
 */
@NullMarked
package org.moide.command.page;

import org.jspecify.annotations.NullMarked;
