/**
 * What a coordinator must not forget of a bag of tasks, on disk: records, how they are written in groups, and what they
 * add up to.
 */
@NullMarked
package org.moide.coordinator.journal;

import org.jspecify.annotations.NullMarked;
