/**
 * A compute thread's endpoint: its sends, posted receives, requests and collectives. {@link
 * org.moide.commlib.message.endpoint.EngineComm} joins all parts for one engine in one epoch.
 *
 * <p>Most classes here belong to one compute thread. Three kinds of service threads exist beside compute threads, each
 * from its first use on. {@code engine-n-progress} completes receives that were begun and not awaited. {@code
 * engine-n-communication} handles simple messages and requests. {@code engine-n-collectives-t} performs the
 * collectives that thread t has begun, one after the other, on a board of their own. Two threads of one engine that
 * exchange at the same time meet without a message, and each copies from the other's array ({@code ExchangePair}).
 * Messages of groups, simple messages, requests, answers and begun collectives have contexts of their own, so their
 * tags never meet. {@code SafePoint} gives a thread's messages when all IDs meet to save their states. {@code
 * EngineLook} finds out, from another thread, what the compute threads wait for.
 */
@NullMarked
package org.moide.commlib.message.endpoint;

import org.jspecify.annotations.NullMarked;
