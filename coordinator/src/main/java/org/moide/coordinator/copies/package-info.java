/**
 * Copies of files from host to host. {@code CopyTree} decides which host gives the file to which other host, so that
 * this machine gives it to few of them. It copies nothing itself and is not thread-safe.
 */
@NullMarked
package org.moide.coordinator.copies;

import org.jspecify.annotations.NullMarked;
