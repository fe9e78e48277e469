/**
 * Tables and pictures of the measurements of {@code moide bench}, the predictions of {@code simulate} and
 * {@code advise}, and the runs of {@code compare}. Without side effects except for writing files.
 */
@NullMarked
package org.moide.command.report.measured;

import org.jspecify.annotations.NullMarked;
