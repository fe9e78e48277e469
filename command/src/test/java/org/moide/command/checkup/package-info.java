@NullMarked
package org.moide.command.checkup;

import org.jspecify.annotations.NullMarked;
