/**
 * The wrappers of an application that pause before its calls, which is where another thread can overtake it. They are
 * loaded anew in each simulated process, since engines ask an application's object for its class loader. Internal; the
 * package has no state of its own, and runs on simulated compute threads.
 */
@NullMarked
package org.moide.test.paced;

import org.jspecify.annotations.NullMarked;
