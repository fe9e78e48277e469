/** Tests with real processes over real RMI, written as stories: what a user does, and what must be true afterwards. */
@NullMarked
package org.moide.command.story;

import org.jspecify.annotations.NullMarked;
