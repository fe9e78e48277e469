/** What calls carry between processes, as bytes: which values travel, in which form, and within which bounds they are read. */
@NullMarked
package org.moide.commlib.wire;

import org.jspecify.annotations.NullMarked;
