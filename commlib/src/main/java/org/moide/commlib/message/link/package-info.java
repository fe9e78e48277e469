/**
 * The way to another engine: links and their send and receive windows, what is sent again when a link breaks, and the
 * fallback by calls.
 */
@NullMarked
package org.moide.commlib.message.link;

import org.jspecify.annotations.NullMarked;
