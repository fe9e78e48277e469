/**
 * The application API: {@link org.moide.engine.Application}, {@link org.moide.engine.TaskApplication} and
 * {@link org.moide.engine.WorkerApplication}, and what they are given. Everything else in this module is below this
 * package and out of an application's sight.
 *
 * <p>An application's methods run on compute threads, and for a bag's {@code createTasks} and results on one thread of
 * the coordinator; each type says which thread may call it. {@link org.moide.engine.Arguments} and
 * {@link org.moide.engine.Directives} are immutable.
 *
 * <p>Part of MOIDE's API.
 */
@NullMarked
package org.moide.engine;

import org.jspecify.annotations.NullMarked;
