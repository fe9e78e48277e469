package org.moide.samples.hello;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import org.moide.engine.Application;
import org.moide.engine.Arguments;
import org.moide.engine.ComputeThread;

/** A first program: every compute thread sends a line to logical ID 0, which prints all lines. */
public final class Hello implements Application {
    private static final int LINE = 1;

    @Override
    public String summary() {
        return "every compute thread says its ID, engine and host";
    }

    @Override
    public void check(Arguments arguments) {
        arguments.allow(Set.of(), Set.of(), 0);
    }

    @Override
    public void run(ComputeThread self) {
        String line = "hello from ID " + self.id() + " of " + self.count() + ": engine " + self.engine() + ", thread "
                + self.threadIndex() + " of " + self.threadCount() + ", host " + host() + ", process "
                + ProcessHandle.current().pid();
        if (self.id() > 0) {
            self.comm().send(0, LINE, line);
            return;
        }
        self.report().print(line);
        for (int sender = 1; sender < self.count(); sender++) {
            self.report().print(self.comm().receive(sender, LINE, String.class));
        }
    }

    /**
     * Returns the name of this host as its operating system knows it. Asking a name service instead would delay each ID
     * if the service does not answer.
     */
    private static String host() {
        try {
            return Files.readString(Path.of("/proc/sys/kernel/hostname")).strip();
        } catch (IOException notLinux) {
            Map<String, String> variables = System.getenv();
            return variables.getOrDefault("HOSTNAME", variables.getOrDefault("COMPUTERNAME", "without a name"));
        }
    }
}
