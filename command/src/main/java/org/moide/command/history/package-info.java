/**
 * The user's ended runs in {@code ~/.moide/history}, for {@code moide history}. {@code RunHistory} owns the folder; any
 * thread and several processes may use it.
 */
@NullMarked
package org.moide.command.history;

import org.jspecify.annotations.NullMarked;
