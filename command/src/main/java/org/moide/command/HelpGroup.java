package org.moide.command;

/** The headings of help, in order. */
enum HelpGroup {
    PLACE("What to run on"),
    PROGRAM("The program"),
    BALANCING("Balancing"),
    LOSSES("Losses"),
    AWAY("Leave it and come back"),
    WATCHING("Watching"),
    FILES("Files"),
    EXPERT("Expert"),
    HELP("Help");

    private final String heading;

    HelpGroup(String heading) {
        this.heading = heading;
    }

    String heading() {
        return heading;
    }
}
