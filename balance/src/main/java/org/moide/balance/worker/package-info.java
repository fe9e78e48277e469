/**
 * ALDY's virtual workers: who is where, how tasks find them, in which order they are handled, and when all is done or at rest. No
 * thread, no clock, no socket; tasks and states are opaque here.
 */
@NullMarked
package org.moide.balance.worker;

import org.jspecify.annotations.NullMarked;
