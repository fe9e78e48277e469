/**
 * Tables and pictures of what {@code moide bench} measured, of what {@code simulate} and {@code advise} foresaw, and of
 * runs that {@code compare} is given. Pure, but for writing the file.
 */
@NullMarked
package org.moide.command.report.measured;

import org.jspecify.annotations.NullMarked;
