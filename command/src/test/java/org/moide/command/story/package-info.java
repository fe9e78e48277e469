/** Real processes over real RMI, told as stories: what a user does, and what must be true afterwards. */
@NullMarked
package org.moide.command.story;

import org.jspecify.annotations.NullMarked;
