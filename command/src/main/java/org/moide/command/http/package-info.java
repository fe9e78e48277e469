/** The little of HTTP that pages and metrics take: GET only, everything bounded and with a deadline (decision 103). */
@NullMarked
package org.moide.command.http;

import org.jspecify.annotations.NullMarked;
