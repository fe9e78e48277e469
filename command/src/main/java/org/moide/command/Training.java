package org.moide.command;

import java.util.ArrayList;
import java.util.List;

/**
 * Program that the build runs so that the JVM keeps the classes that runs need, and which of their methods are hot
 * (decision 55): a bag of tasks, then threads that send each other messages, in one process.
 */
public final class Training {
    private static final String AND = "+";

    private Training() {}

    /**
     * The process's entry.
     *
     * @param words the words of several commands, with {@code +} between them
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
