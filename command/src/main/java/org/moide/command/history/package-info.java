/**
 * The user's runs that have ended, {@code ~/.moide/history}, for {@code moide history}: a file for each of the last
 * ones, which only its owner can read. {@code RunHistory} owns the folder; any thread, and several processes.
 */
@NullMarked
package org.moide.command.history;

import org.jspecify.annotations.NullMarked;
