package org.moide.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The commands that the documentation tells readers to type. */
final class PageCommands {
    /**
     * The pattern of a command with an optional prefix: a prompt, a host name, environment variables, or a program that
     * starts processes.
     */
    private static final Pattern COMMAND = Pattern.compile(
            "^\\s*(?:[a-z0-9]*\\$ +)?(?:[A-Z_]+=\\S+ +)*(?:sudo +)?(?:(?:srun|mpirun) (?:-\\S+ +(?:\\d+ +)?)*)?"
                    + "(?:\\.\\.?/|~/moide/|bin/|moide-[0-9.]+/bin/)?moide +([-\\w]+(?: .*)?)$");

    private static final Pattern IN_A_SENTENCE = Pattern.compile("`(?:\\./)?moide ([^`]+)`");

    /** The pattern of what may follow a command: a comment, a column of help, or shell syntax. */
    private static final Pattern END = Pattern.compile("\\s+#|\\s{2,}| \\| | > | && | &$");

    private static final Pattern WORD = Pattern.compile("'([^']*)'|\"([^\"]*)\"|(\\S+)");

    /** The pattern of placeholders, such as {@code <run>}. A command with a placeholder cannot be executed. */
    private static final Pattern PLACEHOLDER = Pattern.compile("[<>…]|\\.\\.\\.|\\[-");

    private final List<PageCommand> commands = new ArrayList<>();

    private PageCommands() {}

    /**
     * A command of a page.
     *
     * @param where the page's file and the line, from 1
     * @param words the arguments of {@code moide}
     * @param whole whether it is in a code block; a command in a sentence may be incomplete
     */
    record PageCommand(String where, List<String> words, boolean whole) {
        /**
         * Returns a line for a shell script: the file of the command's page, a tab, and the command's arguments in
         * quotes.
         */
        String forShell() {
            return where.substring(0, where.lastIndexOf(':')) + "\t'" + String.join("' '", words) + "'";
        }

        @Override
        public String toString() {
            return where + ": moide " + String.join(" ", words);
        }
    }

    /**
     * Returns the commands of README.md and all pages in {@code docs} except those about the past. Each command is
     * returned once.
     */
    static List<PageCommand> all(Path root) throws IOException {
        PageCommands read = new PageCommands();
        read.page(root.resolve("README.md"));
        try (Stream<Path> pages = Files.walk(root.resolve("docs"))) {
            for (Path page : pages.filter(PageCommands::isPage).sorted().toList()) {
                read.page(page);
            }
        }
        return read.commands;
    }

    private static boolean isPage(Path file) {
        String name = String.valueOf(file.getFileName());
        return name.endsWith(".md") && !"decisions.md".equals(name) && !"journal".equals(parentOf(file));
    }

    private static String parentOf(Path file) {
        Path folder = file.getParent();
        return folder == null ? "" : String.valueOf(folder.getFileName());
    }

    private void page(Path page) throws IOException {
        boolean code = false;
        int number = 0;
        String begun = "";
        for (String line : Files.readAllLines(page)) {
            number++;
            String where = page.getFileName() + ":" + number;
            if (line.startsWith("```")) {
                code = !code;
            } else if (code && line.endsWith("\\")) {
                begun += line.substring(0, line.length() - 1) + " ";
            } else if (code) {
                Matcher command = COMMAND.matcher(begun + line);
                if (command.matches()) {
                    add(where, command.group(1), true);
                }
                begun = "";
            } else {
                Matcher sentence = IN_A_SENTENCE.matcher(line);
                while (sentence.find()) {
                    add(where, sentence.group(1), false);
                }
            }
        }
    }

    private void add(String where, String line, boolean whole) {
        Matcher end = END.matcher(line);
        String command = end.find() ? line.substring(0, end.start()) : line;
        if (PLACEHOLDER.matcher(command).find()) {
            return;
        }
        List<String> words = new ArrayList<>();
        Matcher word = WORD.matcher(command);
        while (word.find()) {
            words.add(Stream.of(word.group(1), word.group(2), word.group(3))
                    .filter(part -> part != null)
                    .findFirst()
                    .orElseThrow());
        }
        commands.add(new PageCommand(where, List.copyOf(words), whole));
    }
}
