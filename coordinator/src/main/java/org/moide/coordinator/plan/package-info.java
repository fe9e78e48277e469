/** What a command was told to do, as immutable records that are checked as a whole before anything starts. */
@NullMarked
package org.moide.coordinator.plan;

import org.jspecify.annotations.NullMarked;
