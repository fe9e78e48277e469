/**
 * The folders of this user's runs, {@code ~/.moide/runs}: one for each run, by which other commands find it.
 *
 * <p>{@code OwnedRun} is a run's folder in the hands of its coordinator, which is the only one that writes there.
 * Others read a {@code RunFolder}, which remembers nothing and looks at the disk each time; whether the coordinator
 * lives is told by a lock on a file, which the system takes away with the process. Only the owner can look into the
 * folders.
 */
@NullMarked
package org.moide.coordinator.folder;

import org.jspecify.annotations.NullMarked;
