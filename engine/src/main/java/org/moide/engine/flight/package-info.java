/** Events for Java Flight Recorder: the same that a trace has, if somebody records. */
@NullMarked
package org.moide.engine.flight;

import org.jspecify.annotations.NullMarked;
