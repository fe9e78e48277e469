package org.moide.commlib.wire;

import java.io.Serializable;

/**
 * A record of which another version of MOIDE may have more or fewer components. Its bytes contain the number of
 * components and their total length, so a reader skips components that it does not know.
 *
 * <p><b>Changes.</b> New components are added at the end; existing ones keep their position, type and meaning. A
 * version that does not know a new component must still behave correctly without it. If the writer did not know a
 * component, the reader uses 0, false, an empty text, array, list, set or map, and null for all other types. The
 * record's constructor must accept these values.
 *
 * <p>This is for records that processes exchange outside the engines of one run, and infrequently. Processes of one
 * run have the same version, and their records are shorter without this.
 */
public interface ExtensibleRecord extends Serializable {
    /**
     * The record, nested in a sealed family of records and called {@code Unknown}, into which a reader decodes each
     * kind of the family that it does not know. It has no components. Only families in which an unknown kind may safely
     * be ignored have such a record.
     */
    interface UnknownKind extends ExtensibleRecord {}
}
