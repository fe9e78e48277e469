/**
 * Reads lines, words and numbers from users' files, for all formats. {@code TextLines} keeps one line in memory, is
 * used by one thread, and reports the place of unexpected content.
 */
@NullMarked
package org.moide.samples.text;

import org.jspecify.annotations.NullMarked;
