/** Tables and pictures of what {@code moide bench} measured, and of what {@code simulate} and {@code advise} foresaw. */
@NullMarked
package org.moide.coordinator.report.measured;

import org.jspecify.annotations.NullMarked;
