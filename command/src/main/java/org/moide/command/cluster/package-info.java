/** The process of a cluster monitor, and what commands ask it. */
@NullMarked
package org.moide.command.cluster;

import org.jspecify.annotations.NullMarked;
