/** Integer matrix product (SAMBA, §5, application 2). */
@NullMarked
package org.moide.samples.programs.matmul;

import org.jspecify.annotations.NullMarked;
