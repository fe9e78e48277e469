/** What is kept of this user's runs when they have ended, for {@code moide history}. */
@NullMarked
package org.moide.command.history;

import org.jspecify.annotations.NullMarked;
