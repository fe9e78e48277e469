/** Lines, words and numbers out of users' files: one reader for all formats, which it does not know. */
@NullMarked
package org.moide.samples.text;

import org.jspecify.annotations.NullMarked;
