/** Tests of what engines say to each other, call by call. */
@NullMarked
package org.moide.commlib.message;

import org.jspecify.annotations.NullMarked;
