/**
 * The compute engine: registration, compute threads, pool and borrower of one engine in one run, and the thread that
 * steps them.
 */
@NullMarked
package org.moide.engine.core;

import org.jspecify.annotations.NullMarked;
