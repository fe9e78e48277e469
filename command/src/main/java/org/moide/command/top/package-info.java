/**
 * The screen of {@code moide top} and how it answers keys, without a terminal: {@code Screen} lays out {@code TopData}
 * by a {@code TopState}, which each key replaces; the terminal is {@code TopTerminal}'s, in the command. Pure, but for
 * {@code Looks}, which remembers the look before.
 */
@NullMarked
package org.moide.command.top;

import org.jspecify.annotations.NullMarked;
