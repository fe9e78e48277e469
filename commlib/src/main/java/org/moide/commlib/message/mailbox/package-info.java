/**
 * Mailboxes: messages that have arrived and are not received yet, and receives that are posted before their message
 * arrives.
 *
 * <p>A {@code Mailbox} belongs to one logical ID in one context. Any thread puts, one thread takes. Its lock is held
 * for a few assignments only; a thread that holds it does not wait, call out or copy elements. A receiver that finds
 * no message posts the slice in which it wants the data, so that a sender of the same engine copies straight into it.
 * {@code Contexts} creates the mailboxes of a group when its number is first used, by this engine or by another
 * engine's message.
 */
@NullMarked
package org.moide.commlib.message.mailbox;

import org.jspecify.annotations.NullMarked;
