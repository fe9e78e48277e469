/** What a run leaves on its coordinator's disk: a folder for each run, by which other commands find it. */
@NullMarked
package org.moide.coordinator.folder;

import org.jspecify.annotations.NullMarked;
