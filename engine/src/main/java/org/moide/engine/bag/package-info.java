/**
 * A bag of tasks on one engine: the loop of a compute thread that runs them, what it is fed by, how long a task may
 * take, and the checks of what applications merge. Which tasks an engine has, lends and borrows is decided in {@code
 * balance} and brought by {@link TaskFeed}. Each compute thread owns its {@link BagThread}; {@link TaskTimes} is
 * written by all and looked at by the control thread.
 */
@NullMarked
package org.moide.engine.bag;

import org.jspecify.annotations.NullMarked;
