/** Shows a run in a browser while it goes on: a server on loopback that answers its user only, and what the page is told. */
@NullMarked
package org.moide.command.page;

import org.jspecify.annotations.NullMarked;
