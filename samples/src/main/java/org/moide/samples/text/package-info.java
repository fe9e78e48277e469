/**
 * Reads lines, words and numbers from users' files, for all formats of text. A {@code TextLines} keeps only one line in
 * memory, is used by one thread, and says in its messages where the unexpected content is.
 */
@NullMarked
package org.moide.samples.text;

import org.jspecify.annotations.NullMarked;
