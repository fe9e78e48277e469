package org.moide.commlib.wire;

import java.io.Serializable;

/**
 * A record of which another version of MOIDE may know more components, or fewer. Its bytes say how many components
 * follow and how long they are together, so a reader skips those that it does not know.
 *
 * <p><b>Changes.</b> New components come at the end; those that are there keep their place, type and meaning. Whoever
 * does not know a new component must do right without it. Where the writer did not know a component, the reader finds
 * 0, false, an empty text, array, list, set or map, and null for all other types: the record's constructor must take
 * that.
 *
 * <p>For records that are said before a run is theirs alone, and from time to time. Those that processes of one run
 * send each other are of one version, and have shorter bytes without this.
 */
public interface ExtensibleRecord extends Serializable {}
