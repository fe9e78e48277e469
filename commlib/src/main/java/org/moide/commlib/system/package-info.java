/**
 * The adapters behind the ports to the real world: the only place that reads a clock, parks a thread or asks for fresh
 * randomness.
 */
@NullMarked
package org.moide.commlib.system;

import org.jspecify.annotations.NullMarked;
