/**
 * The bytes of calls, and of all else that processes say to each other: which values travel, in which form, and within
 * which bounds they are read.
 *
 * <p>Records and enums are named by short names from each module's {@code messages.txt}, so a class may move. A value
 * is read only when all of its bytes have come; each has a byte at least and nothing is named twice, so no value takes
 * more memory than some times its bytes, whoever wrote them. {@code ValueShape} gives a number for what a value says,
 * of which application's bytes count by their length only, and {@code OutlineWriter} writes values without those bytes:
 * recordings use both. An {@code ExtensibleRecord} is read by versions of MOIDE that know more of it, or less. Nothing
 * here has a state beyond one value.
 */
@NullMarked
package org.moide.commlib.wire;

import org.jspecify.annotations.NullMarked;
