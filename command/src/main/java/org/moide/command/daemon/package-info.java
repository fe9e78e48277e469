/**
 * The process of an engine daemon, which {@code moide engine} runs.
 *
 * <p>{@code DaemonProcess} opens the port, serves, and at its end gives engines time to hand over their tasks. The main
 * thread waits in {@code DaemonStay}, which decides how long the daemon serves. The daemon itself, with its threads, is
 * in the module {@code engine}. {@code DaemonReporting} has a thread for each monitor.
 */
@NullMarked
package org.moide.command.daemon;

import org.jspecify.annotations.NullMarked;
