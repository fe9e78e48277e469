/**
 * Where a run's engines are and how they are made: in this JVM, in others on this machine, by daemons elsewhere.
 */
@NullMarked
package org.moide.coordinator.run.assembly;

import org.jspecify.annotations.NullMarked;
