/** Distributed objects between JVMs: RMI behind the gate, and the only package that knows {@code java.rmi}. */
@NullMarked
package org.moide.commlib.rmi;

import org.jspecify.annotations.NullMarked;
