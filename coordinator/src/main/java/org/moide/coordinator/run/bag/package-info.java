/**
 * What is special in the run of a bag of tasks: engines come and go while it runs.
 */
@NullMarked
package org.moide.coordinator.run.bag;

import org.jspecify.annotations.NullMarked;
