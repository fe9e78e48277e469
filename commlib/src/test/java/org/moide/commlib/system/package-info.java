/** Tests of the adapters to the real world. */
@NullMarked
package org.moide.commlib.system;

import org.jspecify.annotations.NullMarked;
