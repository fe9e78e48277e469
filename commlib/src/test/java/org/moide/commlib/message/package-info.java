/** Tests of the messages between engines, call by call. */
@NullMarked
package org.moide.commlib.message;

import org.jspecify.annotations.NullMarked;
