/**
 * The application with pauses before what it does, which is where another thread can get ahead of it. Loaded anew in
 * each simulated process, since engines ask an application's object for its class loader. Internal; it has no state but
 * the application's own, and runs on simulated compute threads.
 */
@NullMarked
package org.moide.test.paced;

import org.jspecify.annotations.NullMarked;
