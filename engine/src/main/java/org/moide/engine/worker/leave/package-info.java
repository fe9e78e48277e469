/** An engine leaves while the others' workers go on: what engines say of it, and what each does. */
@NullMarked
package org.moide.engine.worker.leave;

import org.jspecify.annotations.NullMarked;
