package org.moide.coordinator.control;

import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.moide.commlib.wire.ExtensibleRecord;
import org.moide.coordinator.plan.DaemonAddress;

/** A change of a run's engines that the user or the run itself orders. */
public sealed interface ChangeOrder extends ExtensibleRecord {
    /** Returns the name of this kind of change, such as "expand", for reports and for the user. */
    String kind();

    /** Returns the name of the {@code moide} command with which a user gives this order. */
    default String command() {
        return kind();
    }

    /**
     * Returns the daemons that are to start the new engines. The list is empty if the change starts no engine, or if
     * the coordinator may choose any host of the run.
     */
    default List<DaemonAddress> hosts() {
        return List.of();
    }

    /**
     * Returns the options with which the order's command names engines and hosts, each with a blank before it; empty
     * if there are none.
     */
    default String options() {
        return hosts().isEmpty()
                ? ""
                : hosts().stream().map(DaemonAddress::toString).collect(Collectors.joining(",", " --hosts ", ""));
    }

    /** Returns whether the change makes the number of engines larger or smaller. */
    default boolean resizes() {
        return false;
    }

    /**
     * Adds one engine at each of these daemons. If the list is empty, adds one engine on the coordinator's machine,
     * which must already have engines of the run.
     */
    record Expand(List<DaemonAddress> hosts) implements OfEngines {
        private static final long serialVersionUID = 1L;

        public Expand {
            hosts = List.copyOf(hosts);
        }

        @Override
        public String kind() {
            return "expand";
        }

        @Override
        public boolean resizes() {
            return true;
        }

        @Override
        public void handle(EngineHandler by) {
            by.expand(this);
        }
    }

    /**
     * Adds an assistant, an engine that computes for one other engine only, at each of these daemons. If the list is
     * empty, adds one assistant on a suitable host of the run.
     *
     * @param engine the engine that has too much work and is to be assisted
     */
    record Assist(int engine, List<DaemonAddress> hosts) implements OfEngines {
        private static final long serialVersionUID = 1L;

        public Assist {
            hosts = List.copyOf(hosts);
            if (engine < 0) {
                throw new IllegalArgumentException("expected an engine from 0 on, found " + engine);
            }
        }

        @Override
        public String kind() {
            return "assist";
        }

        @Override
        public String options() {
            return " --engine " + engine + OfEngines.super.options();
        }

        @Override
        public boolean resizes() {
            return true;
        }

        @Override
        public String command() {
            return "expand";
        }

        @Override
        public void handle(EngineHandler by) {
            by.assist(this);
        }
    }

    /**
     * Replaces an engine by a new one, which takes over its work.
     *
     * @param engine the engine that is replaced
     * @param hosts the daemon that is to start the new engine; if the list is empty, the coordinator chooses a host
     *     of the run
     */
    record Replace(int engine, List<DaemonAddress> hosts) implements OfEngines {
        private static final long serialVersionUID = 1L;

        public Replace {
            hosts = List.copyOf(hosts);
            if (engine < 0 || hosts.size() > 1) {
                throw new IllegalArgumentException(
                        "expected an engine from 0 on and a host at the most, found " + engine + " and " + hosts);
            }
        }

        @Override
        public String kind() {
            return "replace";
        }

        @Override
        public String options() {
            return " --engine " + engine + OfEngines.super.options();
        }

        @Override
        public void handle(EngineHandler by) {
            by.replace(this);
        }
    }

    /** Makes these engines leave, because the daemon that started them is about to end. */
    record Leave(List<Integer> engines) implements OfEngines {
        private static final long serialVersionUID = 1L;

        public Leave {
            engines = List.copyOf(engines);
        }

        @Override
        public String kind() {
            return "drain";
        }

        @Override
        public void handle(EngineHandler by) {
            by.leave(this);
        }
    }

    /**
     * Makes one engine give back its work and leave. No other engine takes its place.
     *
     * @param engine the engine that leaves
     */
    record Shrink(int engine) implements OfEngines {
        private static final long serialVersionUID = 1L;

        public Shrink {
            if (engine < 0) {
                throw new IllegalArgumentException("expected an engine from 0 on, found " + engine);
            }
        }

        @Override
        public String kind() {
            return "shrink";
        }

        @Override
        public boolean resizes() {
            return true;
        }

        @Override
        public void handle(EngineHandler by) {
            by.shrink(this);
        }
    }

    /**
     * Makes all engines on a host give back their work and leave.
     *
     * @param host the host's name, or the daemon's address, as {@code status} shows it
     */
    record Drain(String host) implements ChangeOrder {
        private static final long serialVersionUID = 1L;

        public Drain {
            Objects.requireNonNull(host, "host");
        }

        @Override
        public String kind() {
            return "drain";
        }

        @Override
        public void handle(Handler by) {
            by.drain(this);
        }
    }

    /**
     * An order about a run's engines. How it is carried out depends on the kind of program, for example a bag of tasks.
     */
    sealed interface OfEngines extends ChangeOrder {
        @Override
        default void handle(Handler by) {
            by.ofEngines(this);
        }

        /** Calls that method of the handler which is for this kind of order. */
        void handle(EngineHandler by);
    }

    /** Calls that method of the handler which is for this kind of order. */
    void handle(Handler by);

    /**
     * Handles orders. It has one method for each kind of order about hosts, and one for all orders about engines, so a
     * class that forgets a kind does not compile.
     */
    interface Handler {
        void drain(Drain drain);

        void ofEngines(OfEngines order);
    }

    /**
     * Handles orders about engines. It has one method for each kind, so a class that forgets a kind does not compile.
     */
    interface EngineHandler {
        void expand(Expand expand);

        void assist(Assist assist);

        void replace(Replace replace);

        void leave(Leave leave);

        void shrink(Shrink shrink);
    }
}
