package org.moide.engine.host;

import java.io.Serializable;
import org.moide.commlib.registration.NodeReference;

/**
 * An engine that a daemon has made.
 *
 * @param node where it is reached
 * @param hostName of the host it is on
 * @param processId of its JVM there
 */
public record EngineCreated(NodeReference node, String hostName, long processId) implements Serializable {
    private static final long serialVersionUID = 1L;
}
