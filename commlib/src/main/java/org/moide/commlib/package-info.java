/**
 * The communication library: what an application calls to exchange data between logical IDs, whatever the path
 * between them (MOIDE, §3.1.3).
 *
 * <p>Part of MOIDE's API.
 */
@NullMarked
package org.moide.commlib;

import org.jspecify.annotations.NullMarked;
