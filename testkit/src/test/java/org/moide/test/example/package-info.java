/** The examples that docs/testing.md shows. */
@NullMarked
package org.moide.test.example;

import org.jspecify.annotations.NullMarked;
