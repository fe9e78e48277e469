/** What coordinator and engines say to each other, and the ordered, repeated-until-acknowledged way in which they say it. */
@NullMarked
package org.moide.engine.control;

import org.jspecify.annotations.NullMarked;
