/** The {@code moide} command: the only place that reads its words, and that prints to the terminal and exits. */
@NullMarked
package org.moide.command;

import org.jspecify.annotations.NullMarked;
