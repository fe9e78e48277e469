/**
 * Logical IDs, epochs and the table that maps an ID to its engine and thread (MOIDE, §3.1.1, registration mechanism).
 *
 * <p>A {@code Registration} is an immutable record that every engine of an epoch has as a whole; any change of the
 * participants makes a new one. A {@code NodeReference} says where a process is reached, and distinguishes it from
 * other processes at the same address.
 */
@NullMarked
package org.moide.commlib.registration;

import org.jspecify.annotations.NullMarked;
