@NullMarked
package org.moide.commlib.tunnel;

import org.jspecify.annotations.NullMarked;
