/**
 * Copies of files from host to host: {@code CopyTree} decides who gives what to whom, so that soon most hosts have it
 * from each other and little goes out from here. It decides only; one thread at a time calls it.
 */
@NullMarked
package org.moide.coordinator.copies;

import org.jspecify.annotations.NullMarked;
