/**
 * Tests with real processes over real RMI. Each is written as a story: it does what a user does, and checks what must
 * be true afterwards.
 */
@NullMarked
package org.moide.command.story;

import org.jspecify.annotations.NullMarked;
