package org.moide.command;

import java.util.ArrayList;
import java.util.List;

/**
 * A program that the build runs to record the classes that runs need and their hot methods, for the JVM's archive
 * (decision 55). It runs a bag of tasks, then threads that send messages, in one process.
 */
public final class Training {
    private static final String AND = "+";

    private Training() {}

    /**
     * Runs several commands one after the other.
     *
     * @param words the arguments of all commands; {@code +} separates commands
     */
    public static void main(String[] words) {
        List<String[]> commands = new ArrayList<>();
        List<String> command = new ArrayList<>();
        for (String word : words) {
            if (word.equals(AND)) {
                commands.add(command.toArray(String[]::new));
                command.clear();
            } else {
                command.add(word);
            }
        }
        commands.add(command.toArray(String[]::new));
        MoideCommand.main(commands);
    }
}
