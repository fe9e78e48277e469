package org.moide.engine.host;

import org.moide.commlib.registration.NodeReference;
import org.moide.commlib.wire.ExtensibleRecord;

/**
 * An engine that a daemon has made.
 *
 * @param node the engine's address
 * @param hostName the name of the engine's host
 * @param processId the process ID of its JVM on that host
 */
public record EngineCreated(NodeReference node, String hostName, long processId) implements ExtensibleRecord {
    private static final long serialVersionUID = 1L;
}
