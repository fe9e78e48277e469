/**
 * The screen of {@code moide top} and its reaction to keys, without a terminal: {@code Screen} lays out {@code TopData}
 * by a {@code TopState}, which each key replaces. The terminal is {@code TopTerminal}'s, in the parent package. Without
 * state except for {@code Looks}, which keeps the previous reading.
 */
@NullMarked
package org.moide.command.top;

import org.jspecify.annotations.NullMarked;
