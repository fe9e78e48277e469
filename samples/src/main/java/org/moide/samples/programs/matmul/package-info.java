/**
 * Matrix products (SAMBA, §5, application 2), of whole numbers from a seed or of the user's files: a task is some rows,
 * and every engine has the second matrix. Both matrices are immutable; rows are verified when they arrive, by
 * Freivalds' method.
 */
@NullMarked
package org.moide.samples.programs.matmul;

import org.jspecify.annotations.NullMarked;
