/**
 * Logical IDs, epochs and the table that maps an ID to its engine and thread (MOIDE, §3.1.1, registration mechanism).
 *
 * <p>A {@code Registration} is an immutable record that every engine of an epoch holds whole; whatever changes who
 * takes part makes another. A {@code NodeReference} says where a process is reached, and tells it from another at the
 * same place.
 */
@NullMarked
package org.moide.commlib.registration;

import org.jspecify.annotations.NullMarked;
