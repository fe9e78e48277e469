@NullMarked
package org.moide.command.project;

import org.jspecify.annotations.NullMarked;
