/**
 * The encoding of calls and of all other data that processes exchange: which values can be sent, in which form, and
 * within which limits they are read.
 *
 * <p>Records and enums are named by short names from each module's {@code messages.txt}, so a class may be moved. A
 * value is decoded only when all its bytes have arrived. Each part takes at least one byte and no object is referenced
 * twice, so a value needs memory only in proportion to its bytes, whoever wrote them. {@code ValueShape} hashes a
 * value's structure, in which an application's bytes count by their length only, and {@code OutlineWriter} writes
 * values without those bytes: recordings use both. Versions of MOIDE that know more or fewer components can read an
 * {@code ExtensibleRecord}. Nothing here has state beyond one value.
 */
@NullMarked
package org.moide.commlib.wire;

import org.jspecify.annotations.NullMarked;
