/**
 * Messages between logical IDs (MOIDE, §3.1.3): what engines say to each other, its limits, and what an engine's communication
 * needs from outside. Mailboxes, links and endpoints are in the packages below.
 */
@NullMarked
package org.moide.commlib.message;

import org.jspecify.annotations.NullMarked;
