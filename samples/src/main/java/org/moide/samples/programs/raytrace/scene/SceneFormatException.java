package org.moide.samples.programs.raytrace.scene;

import org.moide.samples.text.TextLines;

/** A scene or mesh file does not say what it should; the message begins with {@code file:line:column: }. */
public final class SceneFormatException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** A problem names a word of the file, which may be as long as the file. */
    private static final int LONGEST_PROBLEM = 500;

    private final String text;
    private final int line;
    private final int column;

    /**
     * @param line from 1
     * @param column from 1
     * @param problem what was expected and what was found
     */
    public SceneFormatException(String file, int line, int column, String problem) {
        super(problem);
        this.text = file + ":" + line + ":" + column + ": " + TextLines.shown(problem, LONGEST_PROBLEM);
        this.line = line;
        this.column = column;
    }

    @Override
    public String getMessage() {
        return text;
    }

    public int line() {
        return line;
    }

    public int column() {
        return column;
    }
}
