/**
 * The executor of a program that uses the library, on the engines' side: a bag of tasks of our own, each of which is a
 * call of the program's.
 *
 * <p>The calls come while earlier ones run, and what comes of them goes back as soon as it is there: {@code Outlet}
 * says it before the call's loan is home, so after a loss the program may hear of a call twice, and takes the first
 * answer. A call that is alone goes past the bag, straight to an engine ({@code Engine.runAlone}) and back
 * ({@code Coordinator.answered}). Calls run on compute threads; {@code Outlet} has a thread that says what lies there
 * when those are busy with something long. Classes that lie in no file travel with the call ({@code CarriedClasses}).
 * A program's class loader lets this package through and no other inner one ({@code VisibleClasses}), so it is a room
 * of its own.
 */
@NullMarked
package org.moide.engine.executor;

import org.jspecify.annotations.NullMarked;
