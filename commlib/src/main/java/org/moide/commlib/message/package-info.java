/**
 * The messages between logical IDs (MOIDE, §3.1.3): the types that engines send each other, their limits, and the
 * outside services that an engine's communication needs. Mailboxes, links, long messages and endpoints are in the
 * packages below.
 *
 * <p>Within an engine, a long message is a reference to the sender's array in the receiver's mailbox; the receiver
 * copies the data, then the sender goes on. Between engines, a message is an {@code Envelope} with epoch, sender,
 * incarnation and sequence number, which its sender keeps until it is acknowledged. A message of up to 64 KiB is sent
 * at once, as long as less than 8 MiB of the pair's messages are unreceived (its credit). Otherwise only an
 * announcement is sent ({@code rendezvous}). Arrays for copies are reused ({@code SpareArrays}). {@code CommCounters}
 * has one writer, its compute thread, and any readers.
 */
@NullMarked
package org.moide.commlib.message;

import org.jspecify.annotations.NullMarked;
