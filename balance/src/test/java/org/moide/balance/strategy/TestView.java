package org.moide.balance.strategy;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.moide.balance.data.ClassCount;

/** A strategy's view of its member, with figures that the test sets. */
final class TestView implements MemberView {
    final int self;
    Membership members = Membership.NONE;
    long nowNanos;
    long queuedTasks;
    long comingBack;
    int threads;
    int idleThreads;
    long meanTaskNanos;
    double tasksPerSecond;
    boolean tasksCreateTasks;
    boolean complete = true;
    List<ClassCount> classes = List.of();
    final List<Request> requests = new ArrayList<>();
    final Map<Integer, PeerView> peers = new TreeMap<>();
    final List<Integer> borrowers = new ArrayList<>();
    final List<Telling> news = new ArrayList<>();
    final List<Instruction> instructions = new ArrayList<>();

    private TestView(int self) {
        this.self = self;
    }

    /** Makes the view of a root with this many tasks to lend. */
    static TestView root(long queuedTasks) {
        TestView view = new TestView(Membership.ROOT);
        view.queuedTasks = queuedTasks;
        return view;
    }

    /** Makes the view of an engine all of whose threads are busy. */
    static TestView engine(int self, int threads) {
        TestView view = new TestView(self);
        view.threads = threads;
        return view.with(self, 1, threads);
    }

    /** Adds a member to the view. */
    TestView with(int member, double power, int threadCount) {
        members = members.with(new Membership.Member(member, 1, power, threadCount));
        return this;
    }

    /** Adds to the view a member with idle threads that has asked this one for tasks. */
    TestView asking(int member, double power, int threadCount, long meanNanos) {
        with(member, power, threadCount);
        requests.add(new Request(member, threadCount, true, threadCount, 0, meanNanos, 0));
        return this;
    }

    /** Adds to the view a busy member that holds a loan of this one. */
    TestView holding(int member, double power) {
        with(member, power, 1);
        borrowers.add(member);
        return this;
    }

    @Override
    public long nowNanos() {
        return nowNanos;
    }

    @Override
    public int self() {
        return self;
    }

    @Override
    public Membership members() {
        return members;
    }

    @Override
    public long queuedTasks() {
        return queuedTasks;
    }

    @Override
    public int threads() {
        return threads;
    }

    @Override
    public long spareTasks() {
        return Math.max(0, queuedTasks - idleThreads);
    }

    @Override
    public int idleThreads() {
        return idleThreads;
    }

    @Override
    public long meanTaskNanos() {
        return meanTaskNanos;
    }

    @Override
    public double tasksPerSecond() {
        return tasksPerSecond;
    }

    @Override
    public boolean tasksCreateTasks() {
        return tasksCreateTasks;
    }

    @Override
    public long tasksComingBack() {
        return comingBack;
    }

    @Override
    public List<ClassCount> classes() {
        return classes;
    }

    @Override
    public boolean complete() {
        return complete;
    }

    @Override
    public Collection<Request> requests() {
        return requests;
    }

    @Override
    public PeerView peer(int member) {
        return peers.getOrDefault(member, PeerView.stranger(member));
    }

    @Override
    public Collection<Integer> borrowers() {
        return borrowers;
    }

    @Override
    public List<Telling> news() {
        return news;
    }

    @Override
    public List<Instruction> instructions() {
        return instructions;
    }
}
