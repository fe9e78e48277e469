/**
 * The part of the run's core that is for a bag of tasks. Engines join and leave during the run, and no other engine
 * stops for that.
 *
 * <p>The control thread calls {@code BagPart}. An engine that joins is registered in the next epoch, as an additional
 * row in the table of engines. The other engines accept messages of that epoch besides those of earlier epochs; they
 * send with the newest. When the new engine has confirmed its registration, it is started, and all engines are told the
 * members. To replace an engine, the run first adds one and then lets the old one leave.
 *
 * <p>An assistant has a number, a connection to the coordinator and rows in the tables of engines like any engine, so
 * that tasks which send messages can run there. Only its principal and the root know it ({@code Membership.seenBy});
 * other engines see the principal with the power and threads of both. Every engine's strategy is called through
 * {@code Assisted}. When a principal leaves, its assistants become ordinary members; when it is replaced, its successor
 * gets them.
 */
@NullMarked
package org.moide.coordinator.run.bag;

import org.jspecify.annotations.NullMarked;
