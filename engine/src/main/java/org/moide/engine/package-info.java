/**
 * The application API: {@link org.moide.engine.Application}, {@link org.moide.engine.TaskApplication} and
 * {@link org.moide.engine.WorkerApplication}, and the contexts that their methods get. The module's other packages are
 * not API.
 *
 * <p>An application's methods run on compute threads; a bag's {@code createTasks} and its results are handled on one
 * thread of the coordinator. Each type says which threads may call it. {@link org.moide.engine.Arguments} and
 * {@link org.moide.engine.Directives} are immutable.
 *
 * <p>Part of MOIDE's API.
 */
@NullMarked
package org.moide.engine;

import org.jspecify.annotations.NullMarked;
