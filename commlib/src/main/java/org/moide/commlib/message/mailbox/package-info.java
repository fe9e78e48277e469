/**
 * Mailboxes: messages that have come and are not received yet, and receives that are posted before their message comes.
 *
 * <p>A {@code Mailbox} belongs to one logical ID in one context. Any thread puts, one thread takes; its lock is held
 * for a few moves, and nobody waits, calls out or copies elements with it held. A receiver that finds nothing posts the
 * slice it waits for, so that a sender of the same engine copies straight into it. {@code Contexts} makes the mailboxes
 * of a group when its number is first named, by this engine or by another's message.
 */
@NullMarked
package org.moide.commlib.message.mailbox;

import org.jspecify.annotations.NullMarked;
