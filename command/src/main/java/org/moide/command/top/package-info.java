/**
 * The screen of {@code moide top} and its reaction to keys, without a terminal: {@code Screen} lays out {@code TopData}
 * by a {@code TopState}, which each key replaces. {@code TopTerminal}, in the parent package, has the terminal. Without
 * state except for {@code Looks}, which keeps the previous reading.
 */
@NullMarked
package org.moide.command.top;

import org.jspecify.annotations.NullMarked;
