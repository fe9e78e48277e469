/** What is written down of an engine's workers in runs that are recorded. */
@NullMarked
package org.moide.engine.worker.recording;

import org.jspecify.annotations.NullMarked;
