package org.moide.coordinator.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads one line of hosts; knows where it is, so that an error has a column. */
final class HostLine {
    /** Longer numbers are no port, no slots and no node. */
    private static final int MOST_DIGITS = 9;

    /** Two colons at least, which no name with a port has. */
    private static final Pattern BARE_IPV6 = Pattern.compile("[0-9a-fA-F]*:[0-9a-fA-F]*:[0-9a-fA-F:.]*(%\\w+)?");

    private final String where;
    private final String text;
    private final int usualPort;
    private int at;

    /**
     * A line.
     *
     * @param where it is, for errors
     * @param usualPort of a host that names none
     */
    HostLine(String where, String text, int usualPort) {
        this.where = where;
        this.text = text;
        this.usualPort = usualPort;
    }

    /** A line of a host file: nothing, a comment, or one host pattern and its settings. */
    void readInto(HostList.Named named) {
        skipSpaces();
        if (atEnd()) {
            return;
        }
        int start = at;
        List<String> hosts = readHosts();
        int port = readPort();
        int slots = 0;
        int maxSlots = 0;
        skipSpaces();
        while (!atEnd()) {
            int wordAt = at;
            String key = readWhile("abcdefghijklmnopqrstuvwxyz_-");
            boolean isSlots = key.equals("slots");
            boolean isMaxSlots = key.equals("max_slots") || key.equals("max-slots");
            if (!isSlots && !isMaxSlots) {
                throw error(wordAt, "slots=n or max_slots=n");
            }
            expect('=');
            int value = readNumber(
                    "a number of slots from 1 to " + EngineSettings.MAX_THREADS, 1, EngineSettings.MAX_THREADS);
            if (isSlots) {
                slots = value;
            } else {
                maxSlots = value;
            }
            if (!atEnd() && text.charAt(at) != ' ' && text.charAt(at) != '\t') {
                throw error(at, "a space or the end of the line");
            }
            skipSpaces();
        }
        if (maxSlots > 0 && slots > maxSlots) {
            throw new PlanException(
                    place(start) + ": expected at most max_slots=" + maxSlots + ", found slots=" + slots);
        }
        add(named, hosts, port, slots, maxSlots);
    }

    /** The value of an option: host patterns with commas between. */
    void readCommaSeparatedInto(HostList.Named named) {
        do {
            skipSpaces();
            List<String> hosts = readHosts();
            int port = readPort();
            skipSpaces();
            add(named, hosts, port, 0, 0);
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

    /** A name with any number of ranges in it, or an IPv6 address in brackets. */
    private List<String> readHosts() {
        int start = at;
        Matcher bare = BARE_IPV6.matcher(text).region(start, text.length());
        if (bare.lookingAt()) {
            throw new PlanException(place(start) + ": expected a host, found '" + bare.group()
                    + "'; write an IPv6 address in brackets: [" + bare.group() + "] or [" + bare.group() + "]:"
                    + DaemonAddress.DEFAULT_PORT);
        }
        int close = text.indexOf(']', at);
        if (at < text.length()
                && text.charAt(at) == '['
                && close > 0
                && text.substring(at, close).contains(":")) {
            String address = text.substring(at + 1, close);
            if (!address.matches("[0-9a-fA-F:.]+(%\\w+)?")) {
                throw error(start + 1, "an IPv6 address");
            }
            at = close + 1;
            return List.of(address);
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
        if (at == start) {
            throw error(at, "a host name such as node1, node[1-4] or node1:7101");
        }
        return hosts;
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

    /** {@code [01-04,7]}: numbers keep the width they are written with. */
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
        while (at < text.length() && (text.charAt(at) == ' ' || text.charAt(at) == '\t' || text.charAt(at) == '\r')) {
            at++;
        }
    }

    private boolean atEnd() {
        return at >= text.length() || text.charAt(at) == '#';
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
