/**
 * The messages between coordinator and engines, and the ordered way, repeated until acknowledged, in which they go:
 * commands, reports and the values in them, mailbox and event loop, the times by which each judges the other, and the
 * tree of engines down which long commands spread. All others of this module may use it, and it uses none of them but
 * {@code loading}. Messages are immutable; {@link Outbox} and {@link EventLoop} have a thread each.
 */
@NullMarked
package org.moide.engine.control;

import org.jspecify.annotations.NullMarked;
