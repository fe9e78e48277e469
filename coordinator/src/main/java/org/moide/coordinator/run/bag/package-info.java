/**
 * The part of the run's core for a bag of tasks: engines come and go while it runs, and nobody stops for that.
 *
 * <p>{@code BagPart} is stepped by the control thread. A newcomer is registered in the next epoch, its row appended;
 * the others widen: they open that epoch's messages beside those that they have, send by the newest, and handle what
 * comes by any. When the newcomer has said that it is registered it is started, and all are told the members. To
 * replace an engine is that, and then leaving.
 *
 * <p>An assistant has a seat, a lifeline and rows in the registrations as any engine has, so that tasks which send
 * messages can run there; only its principal and the root are told of it ({@code Membership.seenBy}), and to all others
 * the principal has the power and threads of both. {@code Assisted} stands before every engine's strategy. A principal
 * that goes makes its assistants members like any other; one that is replaced hands them to its successor.
 */
@NullMarked
package org.moide.coordinator.run.bag;

import org.jspecify.annotations.NullMarked;
