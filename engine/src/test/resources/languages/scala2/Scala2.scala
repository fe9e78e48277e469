package own

import org.moide.engine._

/** Compiled by Scala 2.13.18. */
case class Scala2Task(number: Int, more: List[Int] = Nil)

class Scala2Sums extends TaskApplication[Scala2Task, Vector[Int]] {
  def createTasks(context: TaskContext[Scala2Task]): Unit = (0 until 20).foreach(i => context.put(Scala2Task(i, List(i, 2))))
  def identity(): Vector[Int] = Vector.empty
  def executeTask(task: Scala2Task, context: TaskContext[Scala2Task]): Vector[Int] =
    Vector(task.number) ++ task.more.map(_ * 2) ++ Map(1 -> 2).values ++ Some(1)
  def merge(left: Vector[Int], right: Vector[Int]): Vector[Int] = left ++ right
  def handleResults(all: Vector[Int], report: Report): Unit = report.put("sum", all.sum)
}
