/** Directives as the balancing knows them, and which engines have what these ask for. */
@NullMarked
package org.moide.engine.worker.rule;

import org.jspecify.annotations.NullMarked;
