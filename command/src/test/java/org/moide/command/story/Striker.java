package org.moide.command.story;

import com.sun.jdi.Bootstrap;
import com.sun.jdi.ClassType;
import com.sun.jdi.Method;
import com.sun.jdi.ObjectReference;
import com.sun.jdi.ThreadGroupReference;
import com.sun.jdi.ThreadReference;
import com.sun.jdi.VMDisconnectedException;
import com.sun.jdi.VirtualMachine;
import com.sun.jdi.connect.Connector;
import com.sun.jdi.connect.IllegalConnectorArgumentsException;
import com.sun.jdi.connect.ListeningConnector;
import com.sun.jdi.event.Event;
import com.sun.jdi.event.EventSet;
import com.sun.jdi.event.MethodEntryEvent;
import com.sun.jdi.request.EventRequest;
import com.sun.jdi.request.MethodEntryRequest;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Injects an error into another JVM through the debugger interface. A thread of that JVM throws the error when it next
 * enters a method of MOIDE, as if memory or a class were missing there.
 */
final class Striker implements AutoCloseable {
    /** The message of the injected error. */
    static final String PLANTED = "planted by a test";

    /** The timeout for a JVM's start. */
    private static final int LONGEST_MILLIS = 60_000;

    private final ListeningConnector connector;
    private final Map<String, Connector.Argument> arguments;
    private final String address;
    private volatile VirtualMachine machine;
    private volatile String struck = "";

    Striker() throws Exception {
        connector = Bootstrap.virtualMachineManager().listeningConnectors().stream()
                .filter(each -> each.name().equals("com.sun.jdi.SocketListen"))
                .findFirst()
                .orElseThrow();
        arguments = connector.defaultArguments();
        arguments.get("localAddress").setValue("127.0.0.1");
        arguments.get("timeout").setValue(Integer.toString(LONGEST_MILLIS));
        address = connector.startListening(arguments);
    }

    /** Returns the option with which the JVM has to be started. */
    String option() {
        return "-agentlib:jdwp=transport=dt_socket,server=n,suspend=n,address=" + address;
    }

    /** Attaches to the JVM, which waits at its start until this is called. */
    void attach() throws Exception {
        machine = connector.accept(arguments);
        Thread events = new Thread(this::events, "striker");
        events.setDaemon(true);
        events.start();
    }

    /**
     * Returns the names of the JVM's threads, except its own system threads and the threads of a pool, which come and
     * go.
     */
    Set<String> threads() {
        Set<String> names = new TreeSet<>();
        for (ThreadReference thread : machine.allThreads()) {
            ThreadGroupReference group = thread.threadGroup();
            if (group != null && group.name().equals("main") || thread.name().startsWith("RMI TCP Accept")) {
                names.add(thread.name());
            }
        }
        return names;
    }

    /**
     * Makes the thread of this name throw an error once, when it enters a method of MOIDE.
     *
     * @param entry which of the entered methods throws the error, counted from 1
     * @return false if there is no such thread any more
     */
    boolean plant(String name, int entry) {
        for (ThreadReference thread : machine.allThreads()) {
            if (thread.name().equals(name)) {
                MethodEntryRequest request = machine.eventRequestManager().createMethodEntryRequest();
                request.addClassFilter("org.moide.*");
                request.addThreadFilter(thread);
                request.addCountFilter(entry);
                request.setSuspendPolicy(EventRequest.SUSPEND_EVENT_THREAD);
                request.enable();
                return true;
            }
        }
        return false;
    }

    /** Returns the method in which the error was thrown; empty if it has not been thrown yet. */
    String struck() {
        return struck;
    }

    private void events() {
        try {
            while (true) {
                EventSet events = machine.eventQueue().remove();
                for (Event event : events) {
                    if (event instanceof MethodEntryEvent entered) {
                        strike(entered);
                    }
                }
                events.resume();
            }
        } catch (VMDisconnectedException over) {
            // the JVM has ended
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        } catch (Exception impossible) {
            throw new AssertionError(impossible);
        }
    }

    private void strike(MethodEntryEvent entered) throws Exception {
        entered.request().disable();
        ThreadReference thread = entered.thread();
        ClassType type =
                (ClassType) machine.classesByName("java.lang.OutOfMemoryError").get(0);
        Method constructor = type.concreteMethodByName("<init>", "(Ljava/lang/String;)V");
        ObjectReference error = type.newInstance(
                thread, constructor, List.of(machine.mirrorOf(PLANTED)), ObjectReference.INVOKE_SINGLE_THREADED);
        thread.stop(error);
        struck =
                entered.method().declaringType().name() + "." + entered.method().name();
    }

    @Override
    public void close() throws IOException, IllegalConnectorArgumentsException {
        if (machine != null) {
            try {
                machine.dispose();
            } catch (VMDisconnectedException gone) {
                // the JVM has ended
            }
        }
        connector.stopListening(arguments);
    }
}
