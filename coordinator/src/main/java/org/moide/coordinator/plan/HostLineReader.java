package org.moide.coordinator.plan;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Parses one line of hosts. An error names the column. */
final class HostLineReader {
    /**
     * The limit on the number of digits of any number in the line: a port, a number of slots, or a number in a host's
     * name.
     */
    private static final int MOST_DIGITS = 9;

    /**
     * The lowest port that an ordinary user may open. A lower number after a host is refused, since it is probably a
     * number of processes, as in MPICH's host files.
     */
    private static final int FIRST_USER_PORT = 1024;

    /** An IPv6 address without brackets. It has at least two colons, while a host name with a port has one. */
    private static final Pattern BARE_IPV6 = Pattern.compile("[0-9a-fA-F]*:[0-9a-fA-F]*:[0-9a-fA-F:.]*(%\\w+)?");

    private static final Pattern IPV4 = Pattern.compile("(\\d+)\\.(\\d+)\\.(\\d+)\\.(\\d+)");
    private static final Pattern URL = Pattern.compile("([A-Za-z][A-Za-z0-9+.-]*)://([^\\s,/]*)[^\\s,]*");
    private static final Pattern LOGIN = Pattern.compile("([A-Za-z0-9_.\\\\-]+)@");

    /** The settings after a host in a host file, each with all its names in Open MPI, MPICH, Intel MPI and LAM. */
    private enum Setting {
        SLOTS,
        MAX_SLOTS,
        LOGIN,
        PORT
    }

    private static final Map<String, Setting> SETTINGS = Map.ofEntries(
            Map.entry("slots", Setting.SLOTS),
            Map.entry("cpu", Setting.SLOTS),
            Map.entry("cpus", Setting.SLOTS),
            Map.entry("count", Setting.SLOTS),
            Map.entry("max_slots", Setting.MAX_SLOTS),
            Map.entry("max-slots", Setting.MAX_SLOTS),
            Map.entry("slots_max", Setting.MAX_SLOTS),
            Map.entry("slots-max", Setting.MAX_SLOTS),
            Map.entry("user", Setting.LOGIN),
            Map.entry("username", Setting.LOGIN),
            Map.entry("user_name", Setting.LOGIN),
            Map.entry("user-name", Setting.LOGIN),
            Map.entry("port", Setting.PORT));

    /** The settings of mpirun after a host that mean nothing to MOIDE. They are refused with a message that says so. */
    private static final Set<String> OF_MPIRUN_ONLY = Set.of(
            "binding",
            "board",
            "boards",
            "cores_per_socket",
            "cores-per-socket",
            "if",
            "ifhn",
            "nfn",
            "rank",
            "schedule",
            "slot",
            "socket",
            "sockets",
            "sockets_per_board",
            "sockets-per-board",
            "topo");

    private final String where;
    private final String text;
    private final int usualPort;
    private int at;

    /**
     * Creates the reader of one line.
     *
     * @param where the file and line, or the option, for errors
     * @param usualPort the port of a host without a port
     */
    HostLineReader(String where, String text, int usualPort) {
        this.where = where;
        this.text = text;
        this.usualPort = usualPort;
    }

    /** Reads a line of a host file: nothing, a comment, or one host pattern with its settings. */
    void readInto(HostList.Named named) {
        skipSpaces();
        if (atEnd()) {
            return;
        }
        int start = at;
        requireNoSign();
        char quote = readQuote();
        String login = readLogin();
        List<String> hosts = readHosts();
        int portAt = at;
        int port = readPort();
        if (at > portAt && port < FIRST_USER_PORT) {
            throw new PlanException(place(portAt + 1) + ": expected a port from " + FIRST_USER_PORT + " on, found '"
                    + port + "'; for " + port + " threads, which mpiexec means by this, write slots=" + port);
        }
        closeQuote(quote);
        requireSpace("a space or the end of the line");
        Settings settings = new Settings(port, login);
        while (!atEnd()) {
            readSetting(settings);
        }
        if (settings.maxSlots > 0 && settings.slots > settings.maxSlots) {
            throw new PlanException(place(start) + ": expected at most max_slots=" + settings.maxSlots
                    + ", found slots=" + settings.slots);
        }
        add(named, named.withLogin(settings.login, hosts), settings.port, settings.slots, settings.maxSlots);
    }

    /** The settings that have been read so far after the host of the line. */
    private static final class Settings {
        private final Set<Setting> seen = new HashSet<>();
        private int port;
        private String login;
        private int slots;
        private int maxSlots;

        Settings(int port, String login) {
            this.port = port;
            this.login = login;
        }
    }

    private void readSetting(Settings into) {
        int wordAt = at;
        String key = readWhile("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-");
        int keyEnd = at;
        skipSpaces();
        boolean isAssigned = at < text.length() && text.charAt(at) == '=';
        Setting setting = SETTINGS.get(key);
        if (setting == null || !isAssigned) {
            at = keyEnd;
            throw unknown(wordAt, key, isAssigned);
        }
        at++;
        skipSpaces();
        if (!into.seen.add(setting)) {
            throw new PlanException(place(wordAt) + ": expected each setting once, found '" + key + "=' again");
        }
        char quote = readQuote();
        switch (setting) {
            case SLOTS -> into.slots = readSlots();
            case MAX_SLOTS -> into.maxSlots = readSlots();
            case PORT -> into.port = readNumber("a port from 1 to 65535", 1, 65_535);
            case LOGIN -> into.login = readName();
        }
        closeQuote(quote);
        requireSpace("a space or the end of the line");
    }

    private PlanException unknown(int wordAt, String key, boolean isAssigned) {
        if (OF_MPIRUN_ONLY.contains(key) && isAssigned) {
            return new PlanException(
                    place(wordAt) + ": '" + key + "=' is for mpirun and means nothing here: leave it out");
        }
        String hint = "";
        if (!key.isEmpty() && key.length() <= MOST_DIGITS && key.chars().allMatch(Character::isDigit)) {
            hint = "; for " + key + " threads write slots=" + key;
        } else if (isAssigned) {
            hint = Nearest.hint(key, SETTINGS.keySet()).replaceFirst("^: ", "; ");
        } else if (SETTINGS.containsKey(key)) {
            hint = "; write " + key + "=...";
        } else if (wordAt < text.length() && ",;".indexOf(text.charAt(wordAt)) >= 0) {
            hint = "; each host stands on a line of its own";
        } else if (!key.isEmpty()) {
            hint = "; another host stands on a line of its own";
        }
        PlanException error = error(wordAt, "slots=n or max_slots=n");
        return new PlanException(error.getMessage() + hint);
    }

    private int readSlots() {
        return readNumber("a number of slots from 1 to " + EngineSettings.MAX_THREADS, 1, EngineSettings.MAX_THREADS);
    }

    private String readName() {
        int start = at;
        while (at < text.length() && " \t\r\"'#".indexOf(text.charAt(at)) < 0) {
            at++;
        }
        String name = text.substring(start, at);
        if (!LOGIN.matcher(name + "@").matches()) {
            throw error(start, "a user's name");
        }
        return name;
    }

    /**
     * Refuses a host that begins with {@code ^} or {@code +}. With these signs mpirun leaves a host out or counts
     * hosts, which MOIDE does not do.
     */
    private void requireNoSign() {
        if (text.charAt(at) == '^') {
            throw new PlanException(place(at) + ": '^', which leaves a host out for mpirun, means nothing here: delete"
                    + " the host's own line");
        }
        if (text.charAt(at) == '+') {
            throw new PlanException(place(at)
                    + ": '+', which takes hosts by their number for mpirun, means nothing here: name the host");
        }
    }

    /** Reads the login name before {@code @}; returns an empty text if there is none. */
    private String readLogin() {
        Matcher login = LOGIN.matcher(text).region(at, text.length());
        if (!login.lookingAt()) {
            return "";
        }
        at = login.end();
        return login.group(1);
    }

    /**
     * Reads an opening quote and returns it; the same quote must close the word. Returns a space if there is no quote.
     */
    private char readQuote() {
        if (at < text.length() && (text.charAt(at) == '"' || text.charAt(at) == '\'')) {
            return text.charAt(at++);
        }
        return ' ';
    }

    private void closeQuote(char quote) {
        if (quote != ' ') {
            expect(quote);
        }
    }

    private void requireSpace(String expected) {
        if (!atEnd() && !isSpace(text.charAt(at))) {
            PlanException error = error(at, expected);
            boolean isList = text.charAt(at) == ',' || text.charAt(at) == ';';
            throw new PlanException(error.getMessage() + (isList ? "; each host stands on a line of its own" : ""));
        }
        skipSpaces();
    }

    /** Reads the value of an option: host patterns separated by commas. */
    void readCommaSeparatedInto(HostList.Named named) {
        do {
            skipSpaces();
            int start = at;
            String login = readLogin();
            if (!login.isEmpty() && !named.takesLogins()) {
                throw new PlanException(place(start) + ": expected a host, found '" + login
                        + "@': what runs there is reached by its port, not by a login; --ssh starts daemons by one");
            }
            List<String> hosts = readHosts();
            int port = readPort();
            skipSpaces();
            add(named, named.withLogin(login, hosts), port, 0, 0);
            if (at < text.length()) {
                expect(',');
            } else {
                return;
            }
        } while (true);
    }

    private void add(HostList.Named named, List<String> hosts, int port, int slots, int maxSlots) {
        for (String host : hosts) {
            if (named.isTwice(host, port)) {
                throw new PlanException(where + ": expected each host once, found " + host
                        + " again; for more threads there say slots=n, for a second daemon name its port, as in " + host
                        + ":7101");
            }
            if (!named.add(host, port, slots, maxSlots)) {
                throw new PlanException(
                        where + ": expected at most " + HostList.MAX_HOSTS + " hosts in all, found more at " + host);
            }
        }
    }

    /**
     * Reads a host name with any number of ranges in it, or an IPv6 address in brackets. Returns the names that it
     * stands for.
     */
    private List<String> readHosts() {
        int start = at;
        requireNoUrl();
        Matcher bare = BARE_IPV6.matcher(text).region(start, text.length());
        if (bare.lookingAt()) {
            throw new PlanException(place(start) + ": expected a host, found '" + bare.group()
                    + "'; write an IPv6 address in brackets: [" + bare.group() + "] or [" + bare.group() + "]:"
                    + DaemonAddress.DEFAULT_PORT);
        }
        if (text.startsWith("[", at)
                && BARE_IPV6.matcher(text).region(at + 1, text.length()).lookingAt()) {
            return List.of(readIpv6());
        }
        List<String> hosts = List.of("");
        while (at < text.length()) {
            char next = text.charAt(at);
            List<String> parts;
            if (Character.isLetterOrDigit(next) || next == '-' || next == '_' || next == '.') {
                parts = List.of(String.valueOf(next));
                at++;
            } else if (next == '[') {
                parts = readRanges();
            } else {
                break;
            }
            hosts = combine(start, hosts, parts);
        }
        String read = text.substring(start, at);
        if (at < text.length() && text.charAt(at) == '/') {
            throw new PlanException(error(start, "a host name such as node1, node[1-4] or node1:7101")
                            .getMessage() + "; a file of hosts is read by --hostfile");
        }
        if (at == start) {
            throw error(at, "a host name such as node1, node[1-4] or node1:7101");
        }
        Matcher ipv4 = IPV4.matcher(read);
        for (int part = 1; ipv4.matches() && part <= ipv4.groupCount(); part++) {
            if (ipv4.group(part).length() > 3 || Integer.parseInt(ipv4.group(part)) > 255) {
                throw error(start, "an IPv4 address of four numbers up to 255");
            }
        }
        return hosts;
    }

    private void requireNoUrl() {
        Matcher url = URL.matcher(text).region(at, text.length());
        if (url.lookingAt()) {
            String host = url.group(2);
            throw new PlanException(place(at) + ": expected a host, found the URL '" + url.group() + "'; write "
                    + (host.isEmpty() ? "the host alone, such as node1:" + DaemonAddress.DEFAULT_PORT : host)
                    + (url.group(1).equals("ssh") ? "; --ssh starts daemons by ssh" : ""));
        }
    }

    private String readIpv6() {
        int start = at;
        int close = text.indexOf(']', at);
        if (close < 0) {
            throw new PlanException(place(start) + ": expected ']' after an IPv6 address, found the end");
        }
        String address = text.substring(start + 1, close);
        try {
            if (!address.matches("[0-9a-fA-F:.]+(%\\w+)?")) {
                throw error(start + 1, "an IPv6 address");
            }
            // With brackets, Java parses the address and asks no name server.
            InetAddress.getByName("[" + address.replaceFirst("%.*", "") + "]");
        } catch (UnknownHostException malformed) {
            throw error(start + 1, "an IPv6 address");
        }
        at = close + 1;
        return address;
    }

    private List<String> combine(int start, List<String> heads, List<String> tails) {
        if ((long) heads.size() * tails.size() > HostList.MAX_HOSTS) {
            throw new PlanException(place(start) + ": expected at most " + HostList.MAX_HOSTS + " hosts, found more");
        }
        List<String> all = new ArrayList<>(heads.size() * tails.size());
        for (String head : heads) {
            for (String tail : tails) {
                all.add(head + tail);
            }
        }
        return all;
    }

    /** Reads a range such as {@code [01-04,7]}. Numbers keep their leading zeros. */
    private List<String> readRanges() {
        expect('[');
        List<String> numbers = new ArrayList<>();
        while (true) {
            int firstAt = at;
            int first = readNumber("a number, as in node[1-4,7]", 0, Integer.MAX_VALUE);
            int width = at - firstAt;
            int last = first;
            if (at < text.length() && text.charAt(at) == '-') {
                at++;
                int lastAt = at;
                last = readNumber("the last number of the range", 0, Integer.MAX_VALUE);
                if (last < first) {
                    throw error(lastAt, "a number from " + first + " on");
                }
            }
            if ((long) last - first >= HostList.MAX_HOSTS - numbers.size()) {
                throw error(firstAt, "a range of at most " + HostList.MAX_HOSTS + " hosts");
            }
            for (int number = first; number <= last; number++) {
                String digits = Integer.toString(number);
                numbers.add("0".repeat(Math.max(0, width - digits.length())) + digits);
            }
            if (at < text.length() && text.charAt(at) == ',') {
                at++;
            } else {
                break;
            }
        }
        if (at >= text.length() || text.charAt(at) != ']') {
            throw error(at, "',', '-' or ']'");
        }
        at++;
        return numbers;
    }

    private int readPort() {
        if (at < text.length() && text.charAt(at) == ':') {
            at++;
            return readNumber("a port from 1 to 65535", 1, 65_535);
        }
        return usualPort;
    }

    private int readNumber(String what, int least, int most) {
        int start = at;
        String digits = readWhile("0123456789");
        if (digits.isEmpty() || digits.length() > MOST_DIGITS) {
            throw error(start, what);
        }
        int value = Integer.parseInt(digits);
        if (value < least || value > most) {
            throw error(start, what);
        }
        return value;
    }

    private String readWhile(String characters) {
        int start = at;
        while (at < text.length() && characters.indexOf(text.charAt(at)) >= 0) {
            at++;
        }
        return text.substring(start, at);
    }

    private void expect(char wanted) {
        if (at >= text.length() || text.charAt(at) != wanted) {
            throw error(at, "'" + wanted + "'");
        }
        at++;
    }

    private void skipSpaces() {
        while (at < text.length() && isSpace(text.charAt(at))) {
            at++;
        }
    }

    /**
     * Returns whether a character is a space. The no-break space counts: it looks like a space and is often copied from
     * a web page.
     */
    private static boolean isSpace(char letter) {
        return " \t\r\f\u00a0".indexOf(letter) >= 0;
    }

    private boolean atEnd() {
        return at >= text.length() || text.charAt(at) == '#' || text.startsWith("//", at);
    }

    private PlanException error(int column, String expected) {
        String rest = column < text.length() ? text.substring(column) : "";
        String word = rest.split("[\\s,#]", 2)[0];
        if (word.isEmpty() && !rest.isEmpty()) {
            word = rest.substring(0, 1);
        }
        String found = word.isEmpty() ? "the end" : "'" + word + "'";
        return new PlanException(place(column) + ": expected " + expected + ", found " + found);
    }

    private String place(int column) {
        return where + ", column " + (column + 1);
    }
}
