/**
 * The first step of the ladder: every compute thread sends a line to logical ID 0, which prints them all. It keeps no
 * state.
 */
@NullMarked
package org.moide.samples.hello;

import org.jspecify.annotations.NullMarked;
