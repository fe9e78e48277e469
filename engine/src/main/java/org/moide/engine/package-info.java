/**
 * What an application is written against: {@link Application} or {@link TaskApplication}, and what they are given.
 * Everything else in this module is below this package and out of an application's sight.
 *
 * <p>Part of MOIDE's API.
 */
@NullMarked
package org.moide.engine;

import org.jspecify.annotations.NullMarked;
