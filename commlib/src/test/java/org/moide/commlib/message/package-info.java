/** What engines say to each other, tested call by call. */
@NullMarked
package org.moide.commlib.message;

import org.jspecify.annotations.NullMarked;
