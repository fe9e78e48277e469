/**
 * Matrix products (SAMBA, §5, application 2). The matrices are made of whole numbers from a seed, or are in the user's
 * files. A task is some rows of the product, and every engine has the second matrix. Both matrices are immutable; rows
 * are verified when they arrive, by Freivalds' method.
 */
@NullMarked
package org.moide.samples.programs.matmul;

import org.jspecify.annotations.NullMarked;
