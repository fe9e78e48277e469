/**
 * The engines' side of an executor: a bag of tasks of which each is a call of the program that uses the library. The
 * classes are in a package of their own, because this is the only internal package that a program's class loader shows.
 *
 * <p>Calls arrive while earlier ones run. {@code Outlet} sends an answer at once, before the call's loan is returned,
 * so after a loss the program may get two answers; it takes the first. A single call is sent directly to an engine
 * ({@code Engine.runAlone}) and its answer directly back ({@code Coordinator.answered}). Calls run on compute threads;
 * {@code Outlet} has a thread that sends waiting answers while all of these are busy. Calls that calls submit wait in
 * {@code CallPool}, which has threads of its own and a keeper; {@code CallExchange} gives them to other engines.
 *
 * <p>Classes that are in no file are sent with the call ({@code CarriedClasses}); with them go the values of static
 * fields, such as the variables of JShell, which a call has to itself while it runs ({@code CarriedCalls}).
 */
@NullMarked
package org.moide.engine.executor;

import org.jspecify.annotations.NullMarked;
