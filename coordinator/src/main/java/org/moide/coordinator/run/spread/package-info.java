/**
 * Sends the same command to very many engines down a tree of engines, so that the coordinator sends it only to those at
 * the top.
 *
 * <p>From 32 engines on, {@code Spreading} replaces a long command by a short one with its SHA-256. An engine asks the
 * engine above it for the rest ({@code SpreadCommands}), and the coordinator if that engine does not have it in time.
 * Guarded by itself.
 */
@NullMarked
package org.moide.coordinator.run.spread;

import org.jspecify.annotations.NullMarked;
