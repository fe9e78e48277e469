@NullMarked
package org.moide.coordinator.project;

import org.jspecify.annotations.NullMarked;
