/**
 * Matrix products (SAMBA, §5, application 2), of whole numbers from a seed or of the user's files: some rows are a
 * task, the second matrix is on every engine. Both matrices are immutable; rows are verified as they come, by
 * Freivalds' method.
 */
@NullMarked
package org.moide.samples.programs.matmul;

import org.jspecify.annotations.NullMarked;
