/** The process of an engine daemon: what {@code moide engine} runs. */
@NullMarked
package org.moide.coordinator.daemon;

import org.jspecify.annotations.NullMarked;
