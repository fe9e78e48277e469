/** Tests of the carriers of connections. */
@NullMarked
package org.moide.commlib.carrier;

import org.jspecify.annotations.NullMarked;
