package own

import org.moide.engine.*

/** Compiled by Scala 3.3.7. */
case class Scala3Task(number: Int, more: List[Int] = Nil)

class Scala3Sums extends TaskApplication[Scala3Task, Vector[Int]]:
  def createTasks(context: TaskContext[Scala3Task]): Unit = (0 until 20).foreach(i => context.put(Scala3Task(i, List(i, 2))))
  def identity(): Vector[Int] = Vector.empty
  def executeTask(task: Scala3Task, context: TaskContext[Scala3Task]): Vector[Int] =
    Vector(task.number) ++ task.more.map(_ * 2) ++ Map(1 -> 2).values ++ Some(1)
  def merge(left: Vector[Int], right: Vector[Int]): Vector[Int] = left ++ right
  def handleResults(all: Vector[Int], report: Report): Unit = report.put("sum", all.sum)
