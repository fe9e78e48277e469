/**
 * What a compute thread talks through: its endpoint's sends, posted receives, requests and collectives. {@link
 * org.moide.commlib.message.endpoint.EngineComm} joins all parts for one engine.
 */
@NullMarked
package org.moide.commlib.message.endpoint;

import org.jspecify.annotations.NullMarked;
