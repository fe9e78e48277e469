/**
 * Output about runs for people: tables for the terminal, {@code run.json} and its schema. All is pure or reads and
 * writes one file; it owns no state and no thread.
 */
@NullMarked
package org.moide.command.report;

import org.jspecify.annotations.NullMarked;
