package org.moide.command.project;

/** The kind of application that a new project contains, with the data for its test. */
public enum ProjectKind {
    /** A bag of tasks, each of which any engine can execute. */
    BAG(
            "A bag of tasks for MOIDE: it counts primes.",
            "shouldCountThePrimesBelowAHundredThousand",
            "\"--blocks\", \"10\"",
            "primes",
            "9592",
            1),
    /** Threads on all engines, which send each other messages. */
    SPMD(
            "Threads on all engines of MOIDE, which do the same and talk to each other: they count points in a circle.",
            "shouldCountThePointsInACircle",
            "\"--radius\", \"1000\"",
            "points",
            "3141549",
            0), // its threads save no states

    /** Workers: objects with a state, which MOIDE moves between engines. */
    WORKERS(
            "Workers for MOIDE: parts with a state, which it moves from engine to engine, and tasks that find them.",
            "shouldSeeEveryStepOfEveryWalker",
            "\"--steps\", \"10\"",
            "visits",
            "1000",
            1);

    private final String sentence;
    private final String test;
    private final String arguments;
    private final String result;
    private final String expected;
    private final int kills;

    ProjectKind(String sentence, String test, String arguments, String result, String expected, int kills) {
        this.sentence = sentence;
        this.test = test;
        this.arguments = arguments;
        this.result = result;
        this.expected = expected;
        this.kills = kills;
    }

    /** Returns a description of the application for the project's README. */
    String sentence() {
        return sentence;
    }

    /** Returns the name of the test's method. */
    String test() {
        return test;
    }

    /** Returns the application's arguments in the test, as Java source code. */
    String arguments() {
        return arguments;
    }

    /** Returns the name of the result that the test checks, which is a long. */
    String result() {
        return result;
    }

    /** Returns the value that the test expects for the result {@link #result}. */
    String expected() {
        return expected;
    }

    /** Returns the number of lost engines that the application survives in the simulated cluster. */
    int kills() {
        return kills;
    }
}
