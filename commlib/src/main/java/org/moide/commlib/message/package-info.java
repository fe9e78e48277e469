/**
 * The messages between logical IDs (MOIDE, §3.1.3): what engines send each other, its limits, and what an engine's
 * communication needs from outside. Mailboxes, links, long messages and endpoints are in the packages below.
 *
 * <p>Within an engine a message is a reference to the sender's array in the receiver's mailbox; the receiver copies,
 * then the sender goes on. Between engines it is an {@code Envelope} with epoch, sender, incarnation and sequence
 * number, which its sender keeps until it is acknowledged. Up to 64 KiB it is sent at once, as long as less than 8 MiB
 * of the pair's messages lie unreceived (its credit); beyond that only an announcement goes ahead ({@code rendezvous}). Arrays of
 * copies are used again ({@code SpareArrays}). {@code CommCounters} has one writer, its compute thread, and any
 * readers.
 */
@NullMarked
package org.moide.commlib.message;

import org.jspecify.annotations.NullMarked;
