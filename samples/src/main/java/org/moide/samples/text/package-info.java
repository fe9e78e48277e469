/**
 * Lines, words and numbers out of users' files: one reader for all formats, which it does not know. {@code TextLines}
 * keeps one line, belongs to one thread, and says where something else stands than is expected.
 */
@NullMarked
package org.moide.samples.text;

import org.jspecify.annotations.NullMarked;
