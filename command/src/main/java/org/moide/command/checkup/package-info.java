/** {@code moide doctor}: what is wrong with this machine, with others, and between them, and what to do about it. */
@NullMarked
package org.moide.command.checkup;

import org.jspecify.annotations.NullMarked;
