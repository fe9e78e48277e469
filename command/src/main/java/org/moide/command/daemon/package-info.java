/**
 * The process of an engine daemon: what {@code moide engine} runs.
 *
 * <p>{@code DaemonProcess} opens the port, serves, and at its end gives the engines the time to hand over what they
 * have. The main thread waits in {@code DaemonStay}, which knows how long the daemon is to serve; the daemon itself,
 * with its threads, is the module {@code engine}'s. {@code DaemonReporting} has a thread for each monitor that is told
 * of the host.
 */
@NullMarked
package org.moide.command.daemon;

import org.jspecify.annotations.NullMarked;
