/** The process of an engine daemon: what {@code moide engine} runs. */
@NullMarked
package org.moide.command.daemon;

import org.jspecify.annotations.NullMarked;
