/** The engine daemon of a host: makes and ends engines for the runs of others, and never loads a class of theirs. */
@NullMarked
package org.moide.engine.daemon;

import org.jspecify.annotations.NullMarked;
