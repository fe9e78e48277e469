/** What workers say to each other, as objects of the application and as bytes, and the answers that are awaited. */
@NullMarked
package org.moide.engine.worker.message;

import org.jspecify.annotations.NullMarked;
