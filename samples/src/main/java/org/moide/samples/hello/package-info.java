/**
 * The first of the samples, which go from simple to large: every compute thread sends a line to logical ID 0, which
 * prints all lines. It keeps no state.
 */
@NullMarked
package org.moide.samples.hello;

import org.jspecify.annotations.NullMarked;
