/** Tests of distributed objects over RMI, between spaces of one JVM and of several. */
@NullMarked
package org.moide.commlib.rmi;

import org.jspecify.annotations.NullMarked;
