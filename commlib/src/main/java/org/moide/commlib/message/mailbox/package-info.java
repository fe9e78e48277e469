/**
 * Messages that have come and are not received yet, and receives that are posted before their message comes.
 */
@NullMarked
package org.moide.commlib.message.mailbox;

import org.jspecify.annotations.NullMarked;
