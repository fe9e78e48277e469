/**
 * The folders of this user's runs, {@code ~/.moide/runs}: one for each run, by which other commands find it.
 *
 * <p>{@code OwnedRun} is a run's folder for its coordinator, the only process that writes there. Other processes read a
 * {@code RunFolder}, which caches nothing. A file lock shows whether the coordinator lives, since the system releases
 * the lock when the process ends. Only the owner can read the folders.
 */
@NullMarked
package org.moide.coordinator.folder;

import org.jspecify.annotations.NullMarked;
