/**
 * The wrappers of an application that pause before its calls, so that other threads can run first. Engines ask an
 * application's object for its class loader, so each simulated process loads the wrappers anew. Internal; the package
 * has no state of its own, and runs on simulated compute threads.
 */
@NullMarked
package org.moide.test.paced;

import org.jspecify.annotations.NullMarked;
