import { globSync, readFileSync } from "node:fs";
import type { TestWorker } from "#tests/support/worker.ts";

/** A worker under measurement. */
export interface Runtime {
  worker: TestWorker;
  /** The CPU time that its process has used so far, in milliseconds; null where there is no /proc. */
  cpu: () => number | null;
}

/** Starts a worker and finds its process: workerd, a child of this one. */
export async function startRuntime(start: () => Promise<TestWorker>): Promise<Runtime> {
  const before = children();
  const worker = await start();
  const pid = children().find((child) => !before.includes(child) && nameOf(child) === "workerd");
  return { worker, cpu: () => (pid === undefined ? null : cpuOf(pid)) };
}

/** The ids of this process's children; none where there is no /proc. */
function children(): string[] {
  const lists = globSync(`/proc/${process.pid}/task/*/children`);
  return lists.flatMap((list) => readFileSync(list, "utf8").split(" ").filter(Boolean));
}

const nameOf = (pid: string) => readFileSync(`/proc/${pid}/comm`, "utf8").trim();

/**
 * The unit of these times, in milliseconds. Linux reports hundredths of a second, whatever the kernel's own
 * clock.
 */
const TICK = 10;

/** User and system time of a process and all its threads, in milliseconds (proc(5), /proc/pid/stat). */
function cpuOf(pid: string): number {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  // The name in parentheses may contain spaces.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) * TICK;
}
