/**
 * The way in which very many engines are told the same: down a tree of them, so that the coordinator sends it to the
 * few at the top only.
 *
 * <p>From 32 engines on {@code Spreading} makes of a long command a few words with its SHA-256; an engine asks the one
 * above it for the rest ({@code SpreadCommands}), and the coordinator if that does not have it in time. Guarded by
 * itself.
 */
@NullMarked
package org.moide.coordinator.run.spread;

import org.jspecify.annotations.NullMarked;
