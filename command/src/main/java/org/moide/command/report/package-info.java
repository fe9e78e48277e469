/**
 * Output about runs for users: tables for the terminal, {@code run.json} and its schema. Classes here have no state and
 * no threads; some read or write one file.
 */
@NullMarked
package org.moide.command.report;

import org.jspecify.annotations.NullMarked;
